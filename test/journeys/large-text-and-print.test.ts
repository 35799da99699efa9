import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { fontsLoaded, testBrowser } from '#test/browser/browser.ts'

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
    if (firstChild) word.setStart(firstChild, firstChild.textContent?.indexOf('credits') ?? 0)
    if (firstChild) word.setEnd(firstChild, firstChild.textContent?.length ?? 0)
    return word.getClientRects().length
  })
  expect(parts).toBe(1)
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
    await db
      .insertInto('home_sections')
      .values({
        ...{ id: newId(), section_type, order_index, title: 'Just listed' },
        content: JSON.stringify(content),
      })
      .execute()
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
