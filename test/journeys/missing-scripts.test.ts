import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const { make } = site
const today = calendarDateIn('America/New_York', site.clock.now())

/** A page for which one script never arrives. Pictures made by factories have no file. */
async function without(script: string, path: string, as?: Person) {
  const allowedErrors = /Failed to load resource|net::ERR_FAILED/
  const before = async (page: Page) => {
    await page.route(`**/assets/${script}-*.js`, (route) => route.abort())
  }
  return await site.open(path, { allowedErrors, before, discardsProfile: true, ...(as && { as }) })
}

test('without the script of the calendar, dates are typed', async () => {
  const page = await without('calendar', `/item/${(await make.item({ creditsPerDay: 2 })).id}`)
  await page
    .getByRole('button', { name: /^Your dates/ })
    .first()
    .click()
  const first = page.getByRole('textbox', { name: 'First day' }).or(page.getByLabel('First day'))
  await first.waitFor()
  await expect.poll(() => first.evaluate((one) => one === document.activeElement)).toBe(true)
  await first.fill(addDays(today, 3))
  await page.getByLabel('Last day').fill(addDays(today, 9))
  await page.getByText('7 days', { exact: true }).first().waitFor()
})

test('without it, the last day of a longer rental is typed', async () => {
  const renter = await make.readyShopper({ credits: 100 })
  const item = await make.item({ creditsPerDay: 2, advance_booking: true })
  const rental = { item, renter, start: addDays(today, -1), days: 7, status: 'delivered' } as const
  const page = await without('calendar', `/my-rentals/${(await make.rental(rental)).id}`, renter)
  await page.getByRole('heading', { name: 'Keep it longer' }).click()
  await page.getByRole('button', { name: /^New last day/ }).click()
  await page.locator('input[name=keep]').fill(addDays(today, 12))
  await page.getByText('14 more credits').waitFor()
})

test('without it, a closet types the dates that it blocks', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet })
  const page = await without('calendar', `/business/items/${item.id}`, closet)
  await page.getByLabel('First day').fill(addDays(today, 3))
  await page.getByLabel('Last day').fill(addDays(today, 4))
  await page.getByRole('button', { name: 'Block these dates' }).click()
  await page
    .getByText(showDate(addDays(today, 3)))
    .first()
    .waitFor()
})

test('without the script that enlarges photos, a photo opens as a page', async () => {
  const item = await make.item({ image_id: (await make.image()).id })
  const page = await without('zoom-dialog', `/item/${item.id}`)
  await page
    .getByRole('link', { name: /Enlarge$/ })
    .first()
    .click()
  await page.getByRole('heading', { name: /^Photo 1 of/ }).waitFor()
})

test('without the script that crops, a photo is uploaded as it is', async () => {
  const page = await without('crop-dialog', '/business/items/new', await make.closet())
  await page.getByLabel('Title').fill('Emerald gown')
  const buffer = Buffer.from(flatPng(900, 1200))
  const photo = { name: 'gown.png', mimeType: 'image/png', buffer }
  await page.locator('input[type=file]').first().setInputFiles(photo)
  await page.getByRole('img', { name: 'Photo, as chosen' }).waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Emerald gown')
})
