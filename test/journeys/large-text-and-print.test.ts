import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { fontsLoaded, testBrowser } from '#test/browser/browser.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testBrowser()
const { make, db } = site

test('text twice as large keeps the header and the rent bar of a phone readable and small', async () => {
  const item = await make.item({ creditsPerDay: 3 })
  const page = await site.open(`/item/${item.id}`, { width: 390 })
  const sizeOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  const signIn = await sizeOf('header a[href="/auth"]')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await sizeOf('header a[href="/auth"]')).toBeGreaterThan(1.8 * signIn)
  const bar = page.locator('.rent-bar')
  expect((await bar.boundingBox())?.height).toBeLessThan(200)
  // A word that is broken has a part on each line.
  const parts = await bar.locator('strong').evaluate(({ firstChild }) => {
    const word = document.createRange()
    if (firstChild) word.setStart(firstChild, firstChild.textContent?.indexOf('today') ?? 0)
    if (firstChild) word.setEnd(firstChild, firstChild.textContent?.length ?? 0)
    return word.getClientRects().length
  })
  expect(parts).toBe(1)
})

test('with the text of the browser twice as large, a phone has the credits as large', async () => {
  const as = await make.shopper()
  const page = await site.open('/about', { as, width: 390, discardsProfile: true })
  const chip = page.getByRole('banner').locator('a[href="/credits"]').locator('visible=true')
  const size = () => chip.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  const before = await size()
  // Unlike a size of the root element, the setting of the browser also counts in media queries.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await expect.poll(size).toBeGreaterThan(1.8 * before)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test.each([
  '100%',
  '200%',
])('with text of %s the dot of new messages covers no line of the menu icon', async (fontSize) => {
  const [closet, shopper] = [await make.closet(), await make.shopper()]
  const item = await make.item({ closet })
  const now = site.clock.now()
  await make.conversation({ item, shopper, closet, words: ['Is it lined?'], now })
  const page = await site.open('/about', { as: closet, width: 390 })
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, fontSize)
  const gap = await page.getByLabel('Menu, new messages').evaluate((menu) => {
    const gradient = getComputedStyle(menu).backgroundImage
    const [, place = ''] = /circle at (.+?), [a-z]+\(/.exec(gradient) ?? []
    const [, radius = ''] = /([\d.]+)px\)$/.exec(gradient) ?? []
    const middle = document.createElement('span')
    menu.style.position = 'relative'
    const [left = '', top = ''] = place.split(/ (?![^(]*\))/)
    Object.assign(middle.style, { position: 'absolute', left, top })
    menu.append(middle)
    const { x, y } = middle.getBoundingClientRect()
    const line = menu.querySelector<SVGPathElement>('svg.while-closed path')
    const toScreen = line?.getScreenCTM()
    if (!line || !toScreen) throw new Error('the menu has no icon')
    const thickness = toScreen.a * Number.parseFloat(getComputedStyle(line).strokeWidth)
    const distances = Array.from({ length: 101 }, (_, n) => {
      const point = line.getPointAtLength((line.getTotalLength() * n) / 100)
      const { x: px, y: py } = point.matrixTransform(toScreen)
      return Math.hypot(px - x, py - y)
    })
    return Math.min(...distances) - Number(radius) - thickness / 2
  })
  expect(gap).toBeGreaterThan(0)
  expect(gap).toBeLessThan(20)
})

test('text twice as large makes no page of a shopper wider than a narrow phone', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet, creditsPerDay: 40 })
  for (let more = 0; more < 5; more++) await make.item({ closet })
  const as = await make.readyShopper()
  const rental = await make.rental({ renter: as, status: 'delivered' })
  const sections = [
    ['hero', { button_text: 'Browse by occasion', button_link: '/occasions' }],
    ['carousel', {}],
  ] as const
  for (const [order_index, [section_type, content]] of sections.entries())
    await insertRows(db, 'home_sections', {
      ...{ id: newId(), section_type, order_index, title: 'Just listed' },
      content: JSON.stringify(content),
    })
  const rentals = ['/my-rentals', `/my-rentals/${rental.id}`]
  const own = ['/credits', '/profile', '/profile/size', '/profile/sign-in', '/messages']
  for (const path of ['/', '/search', '/styles', `/item/${item.id}`, ...rentals, ...own]) {
    const page = await site.open(path, { as, inSamePage: true })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await fontsLoaded(page)
      const widths = page.evaluate(() => document.documentElement.scrollWidth)
      expect(await widths, `${path} at ${width} pixels`).toBe(width)
    }
  }
})

test('with large text the link to the content stays hidden until it has the focus', async () => {
  const page = await site.open('/about', { width: 320 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const link = page.locator('[href="#content"]')
  const bottom = async () => {
    const { y, height } = (await link.boundingBox()) ?? { y: 0, height: 0 }
    return y + height
  }
  expect(await bottom()).toBeLessThanOrEqual(0)
  await link.focus()
  expect(await bottom()).toBeGreaterThan(20)
})

test('a printed page has its content without anything to click', async () => {
  const renter = await make.readyShopper()
  for (const path of ['/credits', '/my-rentals', '/credits/receipts']) {
    const page = await site.open(path, { as: renter, inSamePage: true })
    await page.emulateMedia({ media: 'print' })
    const printed = await page.evaluate(() =>
      [...document.querySelectorAll('header, footer, nav, form, button, [href="#content"]')]
        .filter((part) => part.checkVisibility() && part.closest('#content header') === null)
        .map((part) => part.outerHTML.slice(0, 60)),
    )
    expect(printed, path).toEqual([])
    expect(await page.locator('h1').isVisible()).toBe(true)
    await page.emulateMedia({ media: null })
  }
})
