import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const { make } = site
const today = calendarDateIn('America/New_York', site.clock.now())
const day = (days: number) => addDays(today, days)

/** Photos made by factories have no file. */
const allowedErrors = /404/

/** Not the first of a month, because the calendar would end with the previous month. */
const taken = day(20).endsWith('-01') ? 21 : 20

/** A rental for 14 credits that ends in 5 days; the item is booked again from the day `taken`. */
async function lent() {
  const renter = await make.readyShopper({ credits: 100 })
  const item = await make.item({ creditsPerDay: 2, advance_booking: true })
  const { id } = await make.rental({ item, renter, start: day(-1), days: 7, status: 'delivered' })
  await make.rental({ item, start: day(taken), status: 'confirmed' })
  return { renter, path: `/my-rentals/${id}` }
}

const openField = (page: Page) => page.getByRole('button', { name: /^New last day/ })
const unfold = (page: Page) => page.getByRole('heading', { name: 'Keep it longer' })
const dayButton = (page: Page, days: number) =>
  page.getByRole('gridcell').getByRole('button', { name: new RegExp(`^${showDate(day(days))}`) })

async function showMonthOf(page: Page, days: number) {
  await page.getByRole('combobox', { name: 'Go to' }).selectOption(day(days).slice(0, 7))
}

async function expectExtended(page: Page) {
  await page.getByText(`You can keep it until ${showDate(day(12))}.`).waitFor()
  await expect.poll(() => page.getByRole('main').textContent()).toContain('(14 days)')
}

test('with the mouse the renter picks a free day of the calendar, sees the price and confirms', async () => {
  const { renter, path } = await lent()
  const page = await site.open(path, { as: renter, width: 1280, allowedErrors })
  await unfold(page).click()
  await openField(page).click()
  await page.getByRole('grid').waitFor()
  await expectAccessible(page)
  await showMonthOf(page, taken)
  // The days of the next rental are disabled.
  expect(await dayButton(page, taken).isDisabled()).toBe(true)
  expect(await dayButton(page, taken - 1).isDisabled()).toBe(false)
  await showMonthOf(page, 12)
  await dayButton(page, 12).click()
  await page.getByText('14 more credits').waitFor()
  await page.getByRole('button', { name: 'Keep it longer' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(`Keep it until ${showDate(day(12))} for 14 more credits?`).waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep it longer' }).click()
  await expectExtended(page)
})

test('with the keyboard the calendar opens, Escape closes it, and arrows lead to the day', async () => {
  const { renter, path } = await lent()
  const page = await site.open(path, { as: renter, width: 390, allowedErrors })
  const { keyboard } = page
  await page.locator('summary', { has: unfold(page) }).focus()
  await keyboard.press('Enter')
  // Without a day the form asks for one and focuses the field.
  await page.getByRole('button', { name: 'Keep it longer' }).focus()
  await keyboard.press('Enter')
  await page.getByText(`Please choose a day after ${showDate(day(5))}.`).waitFor()
  const hasFocus = () => openField(page).evaluate((one) => one === document.activeElement)
  await expect.poll(hasFocus).toBe(true)
  await keyboard.press('Enter')
  await page.getByRole('grid').locator(':focus').waitFor()
  await keyboard.press('Escape')
  await page.getByRole('grid').waitFor({ state: 'detached' })
  expect(await hasFocus()).toBe(true)
  await keyboard.press('Enter')
  // The first available day has the focus.
  await expect
    .poll(() => dayButton(page, 6).evaluate((one) => one === document.activeElement))
    .toBe(true)
  for (let days = 7; days <= 12; days++) {
    await keyboard.press('ArrowRight')
    await expect
      .poll(() => dayButton(page, days).evaluate((one) => one === document.activeElement))
      .toBe(true)
  }
  await keyboard.press('Enter')
  await expect.poll(hasFocus).toBe(true)
  await page.getByText('14 more credits').waitFor()
  await page.getByRole('button', { name: 'Keep it longer' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it longer' }).focus()
  await keyboard.press('Enter')
  await expectExtended(page)
})

test('without a script a rental is extended with one date field and one question', async () => {
  const { renter, path } = await lent()
  const plain = { width: 390, javaScript: false, allowedErrors }
  const page = await site.open(path, { as: renter, ...plain })
  await unfold(page).click()
  await page.getByLabel('New last day').fill(day(12))
  await page.getByRole('button', { name: 'Keep it longer' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep it longer' }).click()
  await expectExtended(page)
})
