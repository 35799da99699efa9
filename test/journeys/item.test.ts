import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { expectAccessible, hydrated, testBrowser } from '#test/browser/browser.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { clickDay, dateField, dayIn, focused } from './input-methods.ts'

const site = await testBrowser()
const { make, db } = site
const today = calendarDateIn('America/New_York', site.clock.now())
const start = addDays(today, 3)
const end = addDays(today, 9)

/** The nth day of the month after next, all of which can always be picked. */
function later(day: number): CalendarDate {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const first = new Date(Date.UTC(year, month + 1, day))
  return addDays(today, Math.round((first.getTime() - Date.parse(today)) / 86_400_000))
}

/** The script chunk that contains the calendar and its library. */
const CALENDAR = /\/calendar-(?!date-)/
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Choose your dates' })
const total = (page: Page) =>
  page.getByRole('main').locator('dt', { hasText: 'Total' }).locator('+ dd').textContent()

async function openCalendar(page: Page): Promise<void> {
  await dateField(page).click()
  await page.getByRole('grid').first().waitFor()
}

test('only available days can be picked, in a calendar that is loaded when opened', async () => {
  const item = await make.item({ creditsPerDay: 3 })
  await insertRows(
    db,
    'rental_availability',
    [10, 11].map((day) => ({ item_id: item.id, blocked_date: later(day) })),
  )
  const shopper = await make.readyShopper()
  const scripts: string[] = []
  const page = await site.open(`/item/${item.id}`, { width: 390, as: shopper })
  page.on('request', (request) => scripts.push(request.url()))
  expect(await total(page)).toBe('21 credits')
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  expect(loaded.filter((url) => CALENDAR.test(url))).toEqual([])

  await openCalendar(page)
  expect(scripts.filter((url) => CALENDAR.test(url))).toHaveLength(1)
  for (const mark of ['Selected', 'In range', 'Unavailable'])
    await calendar(page).getByRole('listitem').filter({ hasText: mark }).waitFor()
  // Past days of the current month are disabled, and earlier months cannot be reached.
  expect(await page.getByRole('grid').getByRole('button', { disabled: true }).count()).toBe(
    Number(today.slice(8)) - 1,
  )
  const previous = page.getByRole('button', { name: /previous month/i })
  expect(await previous.getAttribute('aria-disabled')).toBe('true')

  await clickDay(page, later(3))
  await calendar(page).getByText('Now select your last day.').waitFor()
  expect(await dayIn(page, later(10)).isDisabled()).toBe(true)
  await clickDay(page, later(2))
  expect(await dateField(page).textContent()).toMatch(/ 2(, \d+)? to …$/)
  await clickDay(page, later(12))
  expect(await dateField(page).textContent()).toMatch(/ 12(, \d+)? to …$/)
  await clickDay(page, later(19))
  await page.getByRole('grid').first().waitFor({ state: 'detached' })
  await focused(dateField(page))
  expect(await total(page)).toBe('42 credits')

  await page.keyboard.press('Enter')
  await page.getByRole('grid').first().waitFor()
  await focused(dayIn(page, later(12)))
  expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(8)
  await expectAccessible(page)
  await previous.click()
  await page.getByRole('button', { name: /next month/i }).click()
  await clickDay(page, later(20))
  expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(1)
  await calendar(page).getByRole('button', { name: 'Clear dates' }).click()
  expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(0)
  expect(await dateField(page).textContent()).toBe('Choose your dates')
  expect(await total(page)).toBe('21 credits')

  await page.keyboard.press('Escape')
  await page.getByRole('grid').first().waitFor({ state: 'detached' })
  await focused(dateField(page))
  await openCalendar(page)
  await page.getByRole('heading', { level: 1 }).click()
  await page.getByRole('grid').first().waitFor({ state: 'detached' })
  await openCalendar(page)
  await calendar(page).getByRole('button', { name: 'Enter dates' }).focus()
  await page.keyboard.press('Tab')
  await page.getByRole('grid').first().waitFor({ state: 'detached' })
})

test('dates can be typed even before the script has loaded; Enter rents, and Cancel returns the focus', async () => {
  const item = await make.item()
  const page = await site.open('/about', { as: await make.shopper() })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/item/${item.id}`, { waitUntil: 'commit' })
  await page.getByLabel('First day').fill(start)
  held.resolve()
  await hydrated(page)
  // The calendar's field replaces an input only after it has lost the focus.
  await focused(page.getByLabel('First day'))
  expect(await dateField(page).count()).toBe(0)
  await page.getByLabel('Last day').focus()
  expect(await dateField(page).count()).toBe(0)
  await page.getByRole('heading', { level: 1 }).click()
  await dateField(page).waitFor()
  expect(await dateField(page).textContent()).toContain('to …')

  await openCalendar(page)
  await calendar(page).getByRole('button', { name: 'Enter dates' }).click()
  await focused(page.getByLabel('First day'))
  await page.getByLabel('Last day').fill(addDays(start, -1))
  await page.getByText('Please select valid dates.').waitFor()
  await page.getByLabel('Last day').fill(end)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('A $50 refundable deposit').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  const last = page.getByLabel('Last day')
  await last.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await focused(last)
})

test('chosen dates survive a reload, a detour and Back; a page restored from memory reloads its data', async () => {
  const item = await make.item()
  const path = `/item/${item.id}`
  const page = await site.open(`${path}?start=${start}`, {
    as: await make.readyShopper(),
    inSamePage: true,
  })
  await openCalendar(page)
  await clickDay(page, end)
  await page.waitForURL(`**${path}?start=${start}&end=${end}`)
  const shown = await dateField(page).textContent()
  await page.reload()
  expect(await dateField(page).textContent()).toBe(shown)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.waitForURL((url) => url.pathname === '/')
  await dateField(page).waitFor({ state: 'detached' })
  await page.goBack()
  await dateField(page).waitFor()
  expect(await dateField(page).textContent()).toBe(shown)
  await page.getByRole('button', { name: 'Clear dates' }).click()
  await focused(dateField(page))
  await page.waitForURL((url) => url.search === '')

  await make.rental({ item })
  // The browser under test does not restore pages from memory; this simulates its event.
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await page.getByText('Currently Rented').waitFor()
})

test('a double click on Rent Now rents once', async () => {
  const item = await make.item({ creditsPerDay: 2 })
  const shopper = await make.readyShopper({ credits: 100 })
  const path = `/item/${item.id}?start=${start}&end=${end}`
  const page = await site.open(path, { as: shopper, inSamePage: true })
  await page.getByRole('button', { name: 'Rent Now' }).dblclick()
  await page.getByRole('heading', { name: /^Request sent/ }).waitFor()
  await expect
    .poll(() =>
      db.selectFrom('user_credits').selectAll().where('user_id', '=', shopper.id).execute(),
    )
    .toMatchObject([{ credits_balance: 86 }])
  const rentals = db.selectFrom('rentals').select('id').where('renter_id', '=', shopper.id)
  expect(await rentals.execute()).toHaveLength(1)

  await page.goBack()
  await page.getByText('You have requested this item').waitFor()
  expect(await page.getByRole('button', { name: 'Rent Now' }).count()).toBe(0)
})

test('after renting from the middle of a page, the next one is shown from the top', async () => {
  const item = await make.item({ creditsPerDay: 2 })
  const as = await make.readyShopper({ credits: 100 })
  const path = `/item/${item.id}?start=${start}&end=${end}`
  const page = await site.open(path, { as, width: 390, inSamePage: true })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
  await page.getByRole('main').getByRole('button', { name: 'Rent Now' }).first().click()
  await page.getByRole('heading', { name: /^Request sent/ }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('the second of two shoppers is told that the item is rented, and the dates are cleared', async () => {
  const item = await make.item({ title: 'Red coat' })
  const second = await make.readyShopper({ credits: 100 })
  const path = `/item/${item.id}?start=${start}&end=${end}`
  const page = await site.open(path, { as: second, inSamePage: true })
  await dateField(page).waitFor()
  await make.rental({ item, start, days: 7 })
  await page.getByRole('button', { name: 'Rent Now' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog
    .getByText('Selected dates are not available. Please choose different dates.')
    .waitFor()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await page.getByText('Currently Rented').waitFor()
  expect(await dateField(page).count()).toBe(0)
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('dates taken in the meantime are cleared from the field and marked in the calendar', async () => {
  const item = await make.item()
  const path = `/item/${item.id}?start=${later(3)}&end=${later(19)}`
  const page = await site.open(path, {
    as: await make.readyShopper({ credits: 100 }),
    inSamePage: true,
  })
  await dateField(page).waitFor()
  await insertRows(db, 'rental_availability', { item_id: item.id, blocked_date: later(5) })
  await page.getByRole('button', { name: 'Rent Now' }).click()
  await page.getByRole('alertdialog').getByText('Selected dates are not available.').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dateField(page).textContent()).toBe('Choose your dates')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect.poll(() => total(page)).toBe('14 credits')
  await focused(page.getByRole('button', { name: 'Rent Now' }))
  await openCalendar(page)
  await clickDay(page, later(3))
  expect(await dayIn(page, later(5)).isDisabled()).toBe(true)
  await page.goto(`/item/${item.id}`)
  await hydrated(page)
  expect(await dateField(page).textContent()).toBe('Choose your dates')
})

test('a month is reached in one step from the list of months, and the next item begins with the same dates', async () => {
  const first = await make.item({ creditsPerDay: 3 })
  const second = await make.item({ creditsPerDay: 2 })
  const page = await site.open(`/item/${first.id}`, { as: await make.shopper(), inSamePage: true })
  await openCalendar(page)
  const months = calendar(page).getByRole('combobox', { name: 'Go to' })
  const far = addDays(today, 200)
  await months.selectOption(far.slice(0, 7))
  await dayIn(page, far).click()
  await clickDay(page, addDays(far, 2))
  const chosen = await dateField(page).textContent()
  await page.goto(`/item/${second.id}`)
  await expect.poll(() => dateField(page).textContent()).toBe(chosen)
  expect(await total(page)).toBe('14 credits')
  await page.getByRole('button', { name: 'Clear dates' }).click()
  await page.goto(`/item/${first.id}`)
  await hydrated(page)
  expect(await dateField(page).textContent()).toBe('Choose your dates')
})

test('on a phone likes are in the header, rentals and Sign Out are visible in the menu, and the rent button stays', async () => {
  const item = await make.item({ description: 'Silk. '.repeat(200) })
  const page = await site.open(`/item/${item.id}`, {
    as: await make.readyShopper(),
    width: 390,
    inSamePage: true,
  })
  const inSight = async (name: string, role: 'link' | 'button') => {
    const box = await page.getByRole(role, { name }).filter({ visible: true }).first().boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= 844
  }
  expect(await inSight('Rent Now', 'button')).toBe(true)
  await page.mouse.wheel(0, 300)
  expect(await inSight('Rent Now', 'button')).toBe(true)
  expect(await inSight('My Likes', 'link')).toBe(true)
  await page.getByLabel('Menu').click()
  expect(await inSight('My Rentals', 'link')).toBe(true)
  expect(await inSight('Sign Out', 'button')).toBe(true)
})
