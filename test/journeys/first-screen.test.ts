import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { fontsLoaded, testBrowser } from '#test/browser/browser.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testBrowser()
const { make, db, clock } = site
// The image file is missing, but its space is reserved.
const allowedErrors = /404/

const box = async (target: Locator) => {
  const found = await target.boundingBox()
  if (!found) throw new Error(`${target} is not shown`)
  return { ...found, bottom: found.y + found.height, right: found.x + found.width }
}

const image = await make.image({ use: 'section', width: 1600, height: 900 })
const content = { image_id: image.id, button_text: 'Browse by occasion', button_link: '/occasions' }
await insertRows(db, 'home_sections', {
  ...{ id: newId(), section_type: 'hero', order_index: 0, content: JSON.stringify(content) },
})

test('on a desktop the search of the home page is inside the first screen, and the only one', async () => {
  const shopper = await make.readyShopper()
  const start = addDays(calendarDateIn('America/New_York', clock.now()), 5)
  const rental = await make.rental({ renter: shopper, status: 'confirmed', start })
  for (const as of [undefined, shopper]) {
    const page = await site.open('/', { as, allowedErrors })
    await fontsLoaded(page)
    const search = page.locator('.hero-search form')
    expect((await box(search)).bottom).toBeLessThanOrEqual(800 - 16)
    expect(await page.getByRole('searchbox').locator('visible=true').count()).toBe(1)
    await page.goto('/styles')
    expect(await page.getByRole('searchbox').locator('visible=true').count()).toBe(1)
    if (as) {
      await page.goto('/')
      await page.locator(`.own-home a[href="/my-rentals/${rental.id}"]`).waitFor()
    }
  }
})

test('on a phone the first screen of the home page has the whole image and the search field', async () => {
  const page = await site.open('/', { width: 390, allowedErrors })
  await fontsLoaded(page)
  const picture = await box(page.locator('.hero-picture'))
  expect(picture.height).toBeGreaterThan(150)
  expect(picture.bottom).toBeLessThan(844)
  expect((await box(page.getByRole('searchbox'))).bottom).toBeLessThan(844)
})

test('the heart of an item is beside its price, whatever the length of the text', async () => {
  const as = await make.readyShopper()
  const places: [x: number, offset: number][] = []
  for (const creditsPerDay of [0, 1, 40]) {
    const item = await make.item({ creditsPerDay })
    const page = await site.open(`/item/${item.id}`, {
      as,
      width: 390,
      inSamePage: true,
      allowedErrors,
    })
    await fontsLoaded(page)
    const heart = await box(page.getByRole('button', { name: `Like ${item.title}` }))
    const price = await box(page.getByText('per week').first())
    places.push([Math.round(heart.right), Math.round(heart.y - price.y)])
    expect(heart.y).toBeLessThan(price.bottom)
  }
  expect(new Set(places.map(String)).size).toBe(1)
})

test('on a desktop the dates of an item, what is paid today and the button are inside the first screen', async () => {
  const today = calendarDateIn('America/New_York', clock.now())
  const query = `?start=${addDays(today, 3)}&end=${addDays(today, 9)}`
  const item = await make.item({ creditsPerDay: 3, title: 'Emerald gown with a bow at the back' })
  const page = await site.open(`/item/${item.id}${query}`, { allowedErrors })
  await fontsLoaded(page)
  await page.getByText('Today: $50.00 refundable deposit').waitFor()
  const button = page.locator('#rent').getByRole('button', { name: 'Pay $70.00 and request' })
  expect((await box(button)).bottom).toBeLessThanOrEqual(800)
})

test('on a desktop a bar says what is paid today while the button is further down', async () => {
  const today = calendarDateIn('America/New_York', clock.now())
  const query = `?start=${addDays(today, 3)}&end=${addDays(today, 9)}`
  const closet = await make.closet({
    offers_pickup: true,
    ships: true,
    city: 'Boston',
    state: 'MA',
  })
  const item = await make.item({
    closet,
    creditsPerDay: 3,
    title: 'Emerald gown '.repeat(6).trim(),
  })
  const page = await site.open(`/item/${item.id}${query}`, { allowedErrors })
  await fontsLoaded(page)
  const bar = page.locator('.price-bar')
  await bar.getByText('$70.00 today').waitFor()
  expect(await bar.textContent()).toContain('$50.00 of it is the refundable deposit')
  await bar.getByRole('link', { name: 'Continue' }).click()
  await bar.waitFor({ state: 'detached' })
  await page.locator('#rent').getByRole('button', { name: 'Pay $70.00 and request' }).waitFor()
  // Before dates are chosen, for a week.
  await page.goto(`/item/${item.id}`)
  await bar.getByText('$70.00 today').waitFor()
})
