import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'
import { testBrowser } from '#test/browser.ts'
import { mouse } from './hands.ts'

const site = await testBrowser()
const { make, db } = site

const box = async (target: Locator) => {
  const found = await target.boundingBox()
  if (!found) throw new Error(`${target} is not shown`)
  return { ...found, bottom: found.y + found.height, right: found.x + found.width }
}

test('a short screen begins with the headline and the button of the home page, not with half a picture', async () => {
  // Its file is missing: the room that it takes counts.
  const image = await make.image({ use: 'section', width: 800, height: 1600 })
  const content = {
    image_id: image.id,
    button_text: 'See the styles',
    button_link: '/styles',
  }
  await db
    .insertInto('home_sections')
    .values({
      id: newId(),
      section_type: 'hero',
      order_index: 0,
      title: 'A dress for every evening',
      content: JSON.stringify(content),
    })
    .execute()
  const page = await site.open('/', { mayComplain: /404/ })
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

test('a phone on its side shows a picture that one can see', async () => {
  const item = await make.item()
  const page = await site.open(`/item/${item.id}`)
  await page.setViewportSize({ width: 844, height: 390 })
  const picture = await box(page.getByRole('img', { name: item.title }).first())
  expect(picture.width).toBeGreaterThan(200)
})

test('a very long name is cut in header and menu, and Tab stays in the open menu', async () => {
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

test('on a phone the balance stands without a symbol that looks like a button', async () => {
  const page = await site.open('/about', { as: await make.shopper(), width: 390 })
  const chip = page.getByRole('banner').locator('a[href="/credits"]').locator('visible=true')
  expect((await chip.innerText()).split(':')[0]?.trim()).toMatch(/^0 credits/)
  expect(await chip.locator('svg').isVisible()).toBe(false)
})

test('after buying credits for an item its picture stands beside the words', async () => {
  const today = calendarDateIn('America/New_York', site.clock.now())
  const { id: image_id } = await make.image()
  const item = await make.item({ image_id })
  const back = `/item/${item.id}?start=${addDays(today, 3)}&end=${addDays(today, 9)}`
  const path = `/credits?return_to=${encodeURIComponent(back)}`
  const page = await site.open(path, { as: await make.shopper(), mayComplain: /404/ })
  await page.getByRole('main').getByRole('button', { name: 'Purchase 50 Credits' }).click()
  await mouse.pay(page)
  await page.getByRole('heading', { name: '50 credits are yours' }).waitFor()
  const picture = await box(page.getByRole('main').getByRole('img', { name: item.title }))
  const button = await box(page.getByRole('button', { name: 'Rent now' }))
  expect(picture.width).toBeLessThan(400)
  expect(picture.y).toBeLessThan(button.y)
})
