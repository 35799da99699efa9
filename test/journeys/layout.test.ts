import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { fontsLoaded, testBrowser } from '#test/browser/browser.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { dateField, mouse } from './input-methods.ts'

const site = await testBrowser()
const { make, db } = site

const box = async (target: Locator) => {
  const found = await target.boundingBox()
  if (!found) throw new Error(`${target} is not shown`)
  return { ...found, bottom: found.y + found.height, right: found.x + found.width }
}

test('on a short screen the headline and button of the home page are above the image', async () => {
  // The image file is missing, but its space is reserved.
  const image = await make.image({ use: 'section', width: 800, height: 1600 })
  const content = {
    image_id: image.id,
    button_text: 'See the styles',
    button_link: '/styles',
  }
  await insertRows(db, 'home_sections', {
    id: newId(),
    section_type: 'hero',
    order_index: 0,
    title: 'A dress for every evening',
    content: JSON.stringify(content),
  })
  const page = await site.open('/', { allowedErrors: /404/ })
  for (const [width, height] of [
    [1024, 768],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await page.locator('.hero-picture').count()).toBe(1)
    const button = await box(page.getByRole('link', { name: 'See the styles' }))
    expect([width, button.bottom < height]).toEqual([width, true])
  }
})

test('with reduced motion, opening elements fade in without moving', async () => {
  const page = await site.open('/about')
  const moved = await page.evaluate(() => {
    const part = document.createElement('div')
    document.body.append(part)
    return ['rise', 'slide-in'].map((animation) => {
      part.style.animation = `${animation} 1s`
      const { opacity, transform } = getComputedStyle(part)
      const { e, f } = new DOMMatrix(transform)
      return [Number(opacity) < 1, e, f]
    })
  })
  expect(moved).toEqual([
    [true, 0, 0],
    [true, 0, 0],
  ])
})

test('a phone in landscape shows a visible image', async () => {
  const item = await make.item()
  const page = await site.open(`/item/${item.id}`)
  await page.setViewportSize({ width: 844, height: 390 })
  const picture = await box(page.getByRole('img', { name: item.title }).first())
  expect(picture.width).toBeGreaterThan(200)
})

test('a very long name is shortened in header and menu, and Tab stays in the open menu', async () => {
  const as = await make.shopper({ full_name: 'Wilhelmina'.repeat(10) })
  const page = await site.open('/about', { as })
  const name = page.getByRole('banner').getByText('Wilhelmina').locator('visible=true')
  expect((await box(name)).width).toBeLessThan(200)

  await page.setViewportSize({ width: 390, height: 844 })
  const summary = page.getByLabel('Menu')
  await summary.click()
  const menu = page.locator('details.drawer')
  expect((await box(name)).right).toBeLessThan(390)
  const overflows = menu.evaluate((one) =>
    [...one.querySelectorAll('*')].some((part) => part.getBoundingClientRect().right > 391),
  )
  expect(await overflows).toBe(false)
  await summary.focus()
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    expect(await menu.evaluate((one) => one.contains(document.activeElement))).toBe(true)
  }
})

test('on a phone the balance has no symbol that looks like a button', async () => {
  const page = await site.open('/about', { as: await make.shopper(), width: 390 })
  const chip = page.getByRole('banner').locator('a[href="/credits"]').locator('visible=true')
  expect((await chip.innerText()).split(':')[0]?.trim()).toMatch(/^0 credits/)
  expect(await chip.locator('svg').isVisible()).toBe(false)
})

test('after buying credits for an item its image is beside the text', async () => {
  const today = calendarDateIn('America/New_York', site.clock.now())
  const { id: image_id } = await make.image()
  const item = await make.item({ image_id })
  const back = `/item/${item.id}?start=${addDays(today, 3)}&end=${addDays(today, 9)}`
  const path = `/credits?return_to=${encodeURIComponent(back)}`
  const page = await site.open(path, { as: await make.shopper(), allowedErrors: /404/ })
  await page.getByRole('main').getByRole('button', { name: 'Purchase 50 Credits' }).click()
  await mouse.pay(page)
  await page.getByRole('heading', { name: '50 credits are yours' }).waitFor()
  const picture = await box(page.getByRole('main').getByRole('img', { name: item.title }))
  const button = await box(page.getByRole('button', { name: 'Rent Now' }))
  expect(picture.width).toBeLessThan(400)
  expect(picture.y).toBeLessThan(button.y)
})

test('on a desktop the groups of items have four columns over the full width of the page', async () => {
  const closet = await make.closet()
  for (let n = 0; n < 5; n++) await make.item({ closet, style: 'Vintage' })
  const page = await site.open('/styles', { inSamePage: true, allowedErrors: /404/ })
  await fontsLoaded(page)
  const group = page.getByRole('region', { name: 'Vintage' })
  const column = await box(group)
  const tiles = await Promise.all((await group.getByRole('listitem').all()).map(box))
  expect(new Set(tiles.map(({ x }) => x)).size).toBe(4)
  expect(new Set(tiles.map(({ y }) => y)).size).toBe(1)
  expect(tiles[0]?.x).toBe(column.x)
  expect(tiles[3]?.right).toBe(column.right)
})

test('on a phone an item’s photo takes half of the screen at most, and its description comes before the dates', async () => {
  const item = await make.item()
  const as = await make.readyShopper()
  const page = await site.open(`/item/${item.id}`, { as, width: 390, allowedErrors: /404/ })
  const photo = await box(page.getByRole('img', { name: item.title }).first())
  const description = await box(page.getByText(item.description))
  expect(photo.height).toBeLessThanOrEqual(844 / 2)
  expect(photo.bottom).toBeLessThan(description.y)
  expect(description.bottom).toBeLessThan((await box(dateField(page))).y)
})

test('in My Rentals the dates are beside the item, and missing details are a link', async () => {
  const as = await make.shopper()
  const rental = await make.rental({ renter: as })
  const page = await site.open('/my-rentals', { as })
  const card = page.getByRole('article')
  const dates = await box(card.locator('dl'))
  const title = await box(card.getByRole('heading'))
  expect(dates.right).toBeLessThan(0.75 * (await box(card)).right)
  expect(dates.y).toBeLessThan(title.bottom)
  const colorOf = (target: Locator) => target.evaluate((one) => getComputedStyle(one).color)
  const confirmation = card.getByText('so they can deliver.')
  const link = confirmation.getByRole('link', { name: 'Add your address and phone' })
  expect(await link.getAttribute('href')).toBe(`/my-rentals/${rental.id}#delivery`)
  const plain = await colorOf(page.getByRole('main'))
  expect([await colorOf(confirmation), await colorOf(link)]).toEqual([plain, plain])
})

test('the photo beside the sign-in form is not cropped', async () => {
  const page = await site.open('/auth', { inSamePage: true })
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    const { natural, shown } = await page.locator('.auth-picture').evaluate(async (place) => {
      const picture = new Image()
      picture.src = getComputedStyle(place).backgroundImage.replace(/^url\("(.*)"\)$/, '$1')
      await picture.decode()
      const { width, height } = place.getBoundingClientRect()
      return { natural: picture.naturalHeight / picture.naturalWidth, shown: height / width }
    })
    expect(natural).toBe(2)
    expect([width, shown]).toEqual([width, natural])
  }
})

/** The fonts of an element and how many glyphs each renders, according to Chromium's devtools. */
async function fontsOf(page: Page, selector: string) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName, glyphCount }) => ({ familyName, glyphCount }))
}

test('in headings the dollar sign of a price comes from a font with a single bar', async () => {
  const page = await site.open('/credits', { as: await make.shopper() })
  await fontsLoaded(page)
  const price = 'section[aria-labelledby=packs] p.font-heading'
  expect(await page.locator(price).first().textContent()).toBe('$50')
  const fonts = await fontsOf(page, price)
  const figures = fonts.filter(({ familyName }) => familyName.startsWith('Playfair'))
  expect(figures).toMatchObject([{ glyphCount: 2 }])
  expect(fonts).toHaveLength(2)
})

test('the header does not shift when a shopper with credits signs in', async () => {
  const as = await make.shopper()
  await make.credits(as, 65)
  for (const width of [390, 1280]) {
    const placesFor = async (page: Page) => {
      await fontsLoaded(page)
      const header = page.getByRole('banner')
      return [await box(header), await box(header.getByRole('link', { name: 'Hemline' }))]
    }
    const visitors = await placesFor(await site.open('/about', { inSamePage: true, width }))
    const page = await site.open('/about', { inSamePage: true, width, as })
    expect(await placesFor(page)).toEqual(visitors)
  }
})
