import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import {
  addDays,
  calendarDateIn,
  datesInWords,
  showDate,
} from '#domain/shared/time/calendar-date.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const day = (days: number) => addDays(today, days)

/** Photos made by factories have no file. */
const allowedErrors = /404/

async function rented(status: 'pending' | 'confirmed', days: number) {
  const closet = await make.closet({ full_name: 'Wild Fig' })
  const renter = await make.readyShopper({ credits: 100 })
  const item = await make.item({ closet, creditsPerDay: 2, advance_booking: true, title: 'Gown' })
  const rental = await make.rental({
    ...{ item, renter, status, start: day(10), days, createdAt: clock.now() },
  })
  return { closet, renter, path: `/my-rentals/${rental.id}` }
}

const balanceOf = ({ id }: Shopper) => creditsBalance(db, id, clock.now())
const wordsOf = (start: number, end: number) => datesInWords(day(start), day(end))

async function chooseDay(page: Page, days: number) {
  await page.getByRole('combobox', { name: 'Go to' }).selectOption(day(days).slice(0, 7))
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: new RegExp(`^${showDate(day(days))}`) })
    .click()
}

/** Chooses the dates in the calendar of the page, and returns the question about them. */
async function choose(page: Page, start: number, end: number, difference: string) {
  await page.locator('summary', { hasText: 'Change dates' }).click()
  const section = page.getByRole('region', { name: 'Change dates' })
  await section.getByRole('button', { name: /^Your dates/ }).click()
  await page.getByRole('grid').waitFor()
  await chooseDay(page, start)
  await chooseDay(page, end)
  await section.getByText(difference).waitFor()
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Change dates' }).click()
  return page.getByRole('alertdialog')
}

test('on a phone a renter asks for other dates, and the closet accepts them', async () => {
  const { closet, renter, path } = await rented('confirmed', 7)
  const page = await site.open(path, { as: renter, width: 390, allowedErrors })
  const question = await choose(page, 12, 25, '14 more credits')
  await question.getByText('for 14 more credits?').waitFor()
  await expectAccessible(page)
  expect(await balanceOf(renter)).toBe(100)
  await question.getByRole('button', { name: 'Ask the closet' }).click()
  await page.getByText('We asked the closet, which answers by').waitFor()
  await page.getByText(`You asked for this rental ${wordsOf(12, 25)} instead.`).waitFor()
  await expectAccessible(page)
  expect(await balanceOf(renter)).toBe(86)

  const board = await site.open('/business', { as: closet, width: 390, allowedErrors })
  await board.getByRole('link', { name: 'Answer Gown' }).click()
  const section = board.getByRole('region', { name: 'Other dates' })
  await section.getByText('It would cost 28 credits instead of 14.').waitFor()
  await expectAccessible(board)
  await section.getByRole('button', { name: 'Accept' }).click()
  await board.getByText('The rental has its new dates.').waitFor()
  await section.waitFor({ state: 'detached' })

  await page.goto(path)
  await expect.poll(() => page.getByRole('main').textContent()).toContain('(14 days)')
  expect(await balanceOf(renter)).toBe(86)
})

test('before the closet accepts, a request moves at once and returns what it costs less', async () => {
  const { renter, path } = await rented('pending', 14)
  const page = await site.open(path, { as: renter, width: 390, allowedErrors })
  const question = await choose(page, 12, 16, '14 credits back')
  await question.getByText('and get 14 credits back?').waitFor()
  const section = page.getByRole('region', { name: 'Change dates' })
  // Leaves the question: the dates are still chosen.
  await page.keyboard.press('Escape')
  await expect.poll(() => section.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  await section.getByRole('button', { name: 'Change dates' }).click()
  await question.getByRole('button', { name: 'Change dates' }).click()
  await page.getByText('The dates have changed.').waitFor()
  await expect.poll(() => page.getByRole('main').textContent()).toContain('(5 days)')
  expect(await balanceOf(renter)).toBe(114)
})

test('without a script and by keyboard, a renter asks, and takes it back', async () => {
  const { renter, path } = await rented('confirmed', 7)
  const page = await site.open(path, { as: renter, width: 390, javaScript: false, allowedErrors })
  await page.locator('summary', { hasText: 'Change dates' }).focus()
  await page.keyboard.press('Enter')
  const section = page.getByRole('region', { name: 'Change dates' })
  await section.getByLabel('First day').fill(day(12))
  await section.getByLabel('Last day').fill(day(25))
  await page.keyboard.press('Enter')
  const ask = page.getByRole('alertdialog').getByRole('button', { name: 'Ask the closet' })
  await ask.focus()
  await page.keyboard.press('Enter')
  await page.getByText(`You asked for this rental ${wordsOf(12, 25)} instead.`).waitFor()
  expect(await balanceOf(renter)).toBe(86)
  await page.getByRole('button', { name: 'Keep the old dates' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('We let the closet know.').waitFor()
  expect(await balanceOf(renter)).toBe(100)
})
