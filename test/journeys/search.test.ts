import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { expectAccessible, hydrated, testBrowser } from '#test/browser/browser.ts'
import { testClock } from '#test/clock.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { tabTo } from './input-methods.ts'

const site = await testBrowser({ clock: testClock('2026-11-20T15:00:00Z') })
const { make, db } = site
const boston = await make.closet({ city: 'Boston', state: 'MA' })
const austin = await make.closet({ city: 'Austin', state: 'TX' })
const wanted = await make.item({ closet: boston, title: 'Red dress', size: 'M' })
const taken = await make.item({ closet: boston, title: 'Red dress with sleeves', size: 'M' })
await make.item({ closet: boston, title: 'Red dress, long', size: 'S' })
await make.item({ closet: austin, title: 'Red dress of silk', size: 'M' })
await insertRows(db, 'rental_availability', { item_id: taken.id, blocked_date: '2027-06-12' })
for (let n = 1; n <= 30; n++) await make.item({ closet: austin, title: `Coat ${n}`, size: 'L' })
await insertRows(db, 'home_sections', {
  id: newId(),
  section_type: 'hero',
  order_index: 0,
  title: 'A dress for every evening',
  content: '{}',
})

const results = (page: Page) => page.getByRole('main').getByRole('article')
const onlyTheWanted = async (page: Page) => {
  await expect
    .poll(() => results(page).allTextContents())
    .toEqual([expect.stringContaining('Red dress')])
  const link = results(page).getByRole('link', { name: /^View Details/ })
  const to = `/item/${wanted.id}?start=2027-06-12&end=2027-06-13`
  expect(await link.getAttribute('href')).toBe(to)
}

/** Enters "red dress" and a weekend on the cover of the home page. */
async function askOnHome(page: Page, choose: (field: Locator, value: string) => Promise<void>) {
  const cover = page.getByRole('main').getByRole('search')
  await choose(cover.getByLabel('What do you need?'), 'red dress')
  await choose(cover.getByLabel('First day'), '2027-06-12')
  await choose(cover.getByLabel('Last day'), '2027-06-13')
}
const fill = (field: Locator, value: string) => field.fill(value)

test('on a desktop a red dress in M, free near Boston, is found in three steps', async () => {
  const page = await site.open('/', { inSamePage: true })
  await askOnHome(page, fill)
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect.poll(() => results(page).count()).toBe(3)
  await page.getByRole('checkbox', { name: /^M / }).click()
  await expect.poll(() => results(page).count()).toBe(2)
  await page.getByRole('checkbox', { name: /^Boston, MA / }).click()
  await onlyTheWanted(page)
  await expectAccessible(page)

  // The item's page has the dates, and Back restores the search.
  await results(page)
    .getByRole('link', { name: /^View Details/ })
    .click()
  await page.waitForURL('**/item/*')
  await page.getByText('Sat, Jun 12 to Sun, Jun 13, 2027').waitFor()
  await page.goBack()
  await page.waitForURL('**/search?*')
  await onlyTheWanted(page)
  await page.getByRole('link', { name: 'Remove Size M' }).click()
  await expect.poll(() => results(page).count()).toBe(2)
  await expect.poll(() => page.getByRole('checkbox', { name: /^M / }).isChecked()).toBe(false)
  await page.getByRole('checkbox', { name: /^M / }).click()
  await onlyTheWanted(page)
})

test('after a chip is removed by keyboard, focus is on the next one, at last on the results', async () => {
  const page = await site.open('/search?size=M&category=Dress&color=Red', { inSamePage: true })
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  const remove = async (name: string) => {
    await page.getByRole('link', { name }).press('Enter')
    await page.getByRole('link', { name }).waitFor({ state: 'detached' })
  }
  await remove('Remove Size M')
  await expect.poll(focused).toBe('Remove Dress')
  await remove('Remove Dress')
  await expect.poll(focused).toBe('Remove Red')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Active filters' }).waitFor({ state: 'detached' })
  await expect.poll(focused).toMatch(/^\d+ items$/)
})

test('on a desktop the filters of a sentence remain when another is chosen', async () => {
  const page = await site.open('/about', { inSamePage: true })
  const field = page.getByRole('banner').getByRole('searchbox')
  await field.fill('red dress not black between 7 and 90 credits')
  await field.press('Enter')
  const sentence =
    'category=Dress&category=Gown&color=Red&min_price=7&max_price=90&not=color%3ABlack'
  await page.waitForURL(`**/search?${sentence}`)
  // Its parts are filters now.
  await expect.poll(() => field.inputValue()).toBe('')
  await page.getByRole('checkbox', { name: /^M / }).click()
  await page.waitForURL(`**/search?size=M&${sentence}`)
  await page.getByRole('link', { name: 'Remove Not Black' }).click()
  await page.waitForURL(`**/search?size=M&${sentence.replace('&not=color%3ABlack', '')}`)
  await page.goBack()
  await page.waitForURL(`**/search?size=M&${sentence}`)

  // Also values that are no choices, because nothing shown has them.
  await page.goto('/search?color=Red&not=city%3AAustin%2C+TX')
  await hydrated(page)
  await expect.poll(() => results(page).count()).toBe(3)
  await page.getByRole('checkbox', { name: /^M / }).click()
  await page.waitForURL('**/search?size=M&color=Red&not=city%3AAustin%2C+TX')
  await expect.poll(() => results(page).count()).toBe(2)
})

test.each([
  { width: 1280, place: 'banner' },
  { width: 390, place: 'main' },
] as const)('words that are typed stay when a filter is removed, and go when they are understood: $width', async ({
  width,
  place,
}) => {
  const page = await site.open('/search?size=M&color=Red', { inSamePage: true, width })
  const words = page.getByRole(place).getByRole('searchbox')
  await words.fill('red gown')
  await page.getByRole('link', { name: 'Remove Red' }).click()
  await page.waitForURL(/\/search\?size=M$/)
  await page.getByRole('link', { name: 'Remove Red' }).waitFor({ state: 'detached' })
  expect(await words.inputValue()).toBe('red gown')
  await words.press('Enter')
  await page.waitForURL(/\/search\?size=M&category=Gown&color=Red$/)
  await expect.poll(() => words.inputValue()).toBe('')
})

test('with only the keyboard it is found in as many steps', async () => {
  const page = await site.open('/', { inSamePage: true })
  await typeOnHome(page)
  await tabTo(page.getByRole('checkbox', { name: /^M / }))
  await page.keyboard.press('Space')
  await expect.poll(() => results(page).count()).toBe(2)
  expect(await isFocused(page.getByRole('checkbox', { name: /^M / }))).toBe(true)
  await tabTo(page.getByRole('checkbox', { name: /^Boston, MA / }))
  await page.keyboard.press('Space')
  await onlyTheWanted(page)
})

test('with the keyboard on a narrow screen, the filter sheet finds and counts it', async () => {
  const page = await site.open('/', { width: 390, inSamePage: true })
  const { keyboard } = page
  await typeOnHome(page)
  await tabTo(page.locator('summary', { hasText: 'Filters' }))
  await keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: 'Show 3 items' }).waitFor()
  const boston = sheet.locator('label', { hasText: 'Boston, MA' })
  expect(await boston.textContent()).toBe('Boston, MA2 items')
  await tabTo(sheet.getByRole('checkbox', { name: /^M / }))
  await keyboard.press('Space')
  await sheet.getByRole('button', { name: 'Show 2 items' }).waitFor()
  // The counts of the other filters follow.
  expect(await boston.textContent()).toBe('Boston, MA1 item')
  await tabTo(sheet.locator('summary', { hasText: 'City' }))
  await keyboard.press('Enter')
  await tabTo(sheet.getByRole('checkbox', { name: /^Boston, MA / }))
  await keyboard.press('Space')
  const show = sheet.getByRole('button', { name: 'Show 1 item', exact: true })
  await show.waitFor()
  await tabTo(show)
  await keyboard.press('Enter')
  await sheet.waitFor({ state: 'hidden' })
  await onlyTheWanted(page)
})

/** Enters the same search with the keyboard. */
async function typeOnHome(page: Page) {
  const { keyboard } = page
  await page.getByRole('main').getByLabel('What do you need?').focus()
  await keyboard.type('red dress')
  await keyboard.press('Tab')
  await keyboard.type('06122027')
  await keyboard.press('Tab')
  // Moves on from the field's calendar icon.
  if (!(await isFocused(page.getByLabel('Last day')))) await keyboard.press('Tab')
  await keyboard.type('06132027')
  await keyboard.press('Enter')
  await expect.poll(() => results(page).count()).toBe(3)
}

const isFocused = (field: Locator) => field.evaluate((one) => one === document.activeElement)

test('on a phone the filter sheet says if nothing matches; dates have a sheet too', async () => {
  const nothing = '/search?size=S&category=Dress&color=Red&city=Austin%2C+TX'
  const page = await site.open(nothing, { width: 390, inSamePage: true })
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  // If nothing matches, the button does not offer to show items and leads to the suggestions.
  await page.locator('summary', { hasText: 'Filters' }).click()
  await sheet.getByRole('button', { name: 'No items' }).click()
  await page.getByText('Nothing matches these filters').waitFor()
  await page.getByRole('link', { name: /^In any (city|size): 1 item$/ }).waitFor()

  // Escape closes first the calendar and then the sheet of dates.
  await page.goto('/search?q=coat')
  await hydrated(page)
  await page.locator('summary', { hasText: 'Dates' }).click()
  const dates = page.getByRole('dialog', { name: 'Dates' })
  await dates.getByRole('grid').locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await dates.getByRole('grid').waitFor({ state: 'detached' })
  expect(await dates.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await dates.waitFor({ state: 'hidden' })
})

test('without a script one form finds it', async () => {
  const page = await site.open('/', { width: 390, javaScript: false })
  await askOnHome(page, fill)
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect.poll(() => results(page).count()).toBe(3)
  await page.locator('summary', { hasText: 'Filters' }).click()
  await page.getByRole('checkbox', { name: /^M / }).click()
  await page.getByRole('checkbox', { name: /^Boston, MA / }).click()
  await page.getByRole('button', { name: 'Show items' }).last().click()
  await onlyTheWanted(page)
})

/** Opens a page whose scripts load only once `arrives` is called. */
async function withoutScriptYet(path: string, width: number) {
  const page = await site.open('/about', { width, inSamePage: true })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  const arrives = async () => {
    held.resolve()
    await hydrated(page)
  }
  return { page, arrives }
}

test('on a phone, dates typed before the script has loaded are searched for', async () => {
  const { page, arrives } = await withoutScriptYet('/search?color=Red', 390)
  await page.locator('summary', { hasText: 'Dates' }).click()
  await page.getByLabel('First day').last().fill('2027-06-12')
  await page.getByLabel('Last day').last().fill('2027-06-13')
  await arrives()
  await page.getByRole('button', { name: 'Show 3 items' }).first().click()
  await page.waitForURL('**/search?color=Red&start=2027-06-12&end=2027-06-13')
  await expect.poll(() => results(page).count()).toBe(3)
})

test('on a desktop, a day typed before the script has loaded waits for the other', async () => {
  const { page, arrives } = await withoutScriptYet('/search?color=Red', 1280)
  const form = page.getByRole('main').getByRole('search')
  await form.getByLabel('First day').fill('2027-06-12')
  await arrives()
  await form.getByRole('checkbox', { name: /^M / }).press('Space')
  await page.waitForURL('**/search?size=M&color=Red')
  expect(await page.getByText('Please select valid dates.').count()).toBe(0)
  await form.getByText('Sat, Jun 12, 2027 to …').waitFor()
  await form.getByRole('button', { name: 'Your dates' }).click()
  await form.getByRole('button', { name: 'Enter dates' }).click()
  await form.getByLabel('Last day').fill('2027-06-13')
  await page.waitForURL('**/search?size=M&color=Red&start=2027-06-12&end=2027-06-13')
})

test('Show More leads to the next results and focuses their heading', async () => {
  const page = await site.open('/search?q=coat', { width: 390, inSamePage: true })
  await page.getByRole('link', { name: 'Show More (6 more)' }).click()
  await page.getByRole('link', { name: 'Back to the first results' }).waitFor()
  await page.getByRole('heading', { name: '30 items' }).and(page.locator(':focus')).waitFor()
  expect(await results(page).count()).toBe(6)
})
