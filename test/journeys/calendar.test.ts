import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  addDays,
  type CalendarDate,
  calendarDateIn,
  eachDay,
} from '#domain/shared/time/calendar-date.ts'
import { testBrowser } from '#test/browser/browser.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { dateField, dayIn } from './input-methods.ts'

const site = await testBrowser()
const { make } = site
const today = calendarDateIn('America/New_York', site.clock.now())
const [year = 0, month = 1] = today.split('-').map(Number)
/** The fifteenth of the next month: a day that is visible after going to that month. */
const day = addDays(today, Math.round((Date.UTC(year, month, 15) - Date.parse(today)) / 86_400_000))

const dayAfter = addDays(day, 1)

/** Whether a tap in its middle would reach the element without scrolling. */
const isInReach = (target: Locator) =>
  target.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

async function openCalendar(page: Page): Promise<void> {
  await dateField(page).click()
  await page.getByRole('grid').first().waitFor()
}

test.for([
  390, 1280,
])('picking a day does not move the days of the calendar, at %i pixels', async (width) => {
  const item = await make.item()
  const page = await site.open(`/item/${item.id}`, { width, as: await make.readyShopper() })
  await openCalendar(page)
  await page.getByRole('combobox', { name: /^Go to/ }).selectOption(day.slice(0, 7))
  const before = await dayIn(page, day).boundingBox()
  await dayIn(page, day).click()
  await page.getByRole('button', { name: /^7 days: until/ }).waitFor()
  expect(await dayIn(page, day).boundingBox()).toEqual(before)

  await page.mouse.click((before?.x ?? 0) + 15, (before?.y ?? 0) + 15)
  await page.getByRole('grid').first().waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe(`?start=${day}&end=${day}`)
})

test('on a phone the rent bar covers neither the open calendar nor an error', async () => {
  const item = await make.item()
  const path = `/item/${item.id}?start=${day}&end=${day}`
  const page = await site.open(path, {
    width: 390,
    as: await make.readyShopper(),
    allowedErrors: /ERR_INTERNET_DISCONNECTED/,
  })
  const bar = page.locator('.rent-bar')
  await openCalendar(page)
  const dialog = page.getByRole('dialog', { name: 'Choose your dates' })
  for (const name of ['Clear dates', 'Enter dates'])
    expect(await isInReach(dialog.getByRole('button', { name }))).toBe(true)
  expect(await bar.isVisible()).toBe(false)
  if ((await dayIn(page, dayAfter).count()) === 0)
    await page.getByRole('button', { name: /next month/i }).click()
  await dayIn(page, dayAfter).click()
  await page.getByRole('button', { name: /^7 days: until/ }).waitFor()
  expect(await isInReach(dialog.getByRole('button', { name: 'Clear dates' }))).toBe(true)
  await dayIn(page, dayAfter).click()
  await bar.waitFor()

  await page.context().setOffline(true)
  await bar.getByRole('button', { name: 'Rent Now' }).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await expect.poll(() => isInReach(again)).toBe(true)
})

test('the calendar opens at the first month with a free day', async () => {
  const item = await make.item()
  const nextMonth = addDays(day, -14)
  await insertRows(
    site.db,
    'rental_availability',
    eachDay(today, addDays(nextMonth, -1)).map((blocked_date) => ({
      item_id: item.id,
      blocked_date,
    })),
  )
  const page = await site.open(`/item/${item.id}`, { width: 390, as: await make.readyShopper() })
  await openCalendar(page)
  await dayIn(page, nextMonth).click()
  await page.getByText('Now select your last day.').waitFor()
})

test('the calendar shows two months on a desktop and one on a phone, with today in bold and not underlined', async () => {
  const item = await make.item()
  const page = await site.open(`/item/${item.id}`, { as: await make.readyShopper() })
  await openCalendar(page)
  expect(await page.getByRole('grid').count()).toBe(2)
  const styleOf = (date: CalendarDate) =>
    dayIn(page, date).evaluate((one) => {
      const { fontWeight, textDecorationLine, borderBottomWidth, boxShadow } = getComputedStyle(one)
      return { fontWeight, textDecorationLine, borderBottomWidth, boxShadow }
    })
  const other = await styleOf(day)
  expect(await styleOf(today)).toEqual({ ...other, fontWeight: '600' })
  expect(other).toMatchObject({ fontWeight: '400', textDecorationLine: 'none' })
  await page.keyboard.press('Escape')
  await page.getByRole('grid').first().waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openCalendar(page)
  expect(await page.getByRole('grid').count()).toBe(1)
})
