import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testBrowser } from '#test/browser/browser.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testBrowser()
const { make, db } = site
const today = calendarDateIn('America/New_York', site.clock.now())
const start = addDays(today, 3)
const end = addDays(today, 9)

const total = (page: Page) =>
  page.getByRole('main').locator('dt', { hasText: 'Total' }).locator('+ dd').textContent()

test('a refused rental updates the balance in the header', async () => {
  const item = await make.item({ creditsPerDay: 7 })
  const shopper = await make.readyShopper({ credits: 60 })
  const page = await site.open(`/item/${item.id}?start=${start}&end=${end}`, {
    as: shopper,
    inSamePage: true,
  })
  const chip = page.getByRole('banner').locator('a[aria-haspopup=dialog]')
  await chip.getByText('60 credits').waitFor()
  const other = await make.item({ creditsPerDay: 7 })
  const input = { intent: 'rent', request_key: newId(), start, end }
  await site.post(`/item/${other.id}`, input, { as: shopper })
  await page.getByRole('button', { name: 'Rent Now' }).click()
  await page.getByText('You need 49 credits but only have 11.').waitFor()
  await chip.getByText('11 credits').waitFor()
})

test('a raised price is shown before it is paid, and can then be paid', async () => {
  const item = await make.item({ creditsPerDay: 1 })
  const page = await site.open(`/item/${item.id}?start=${start}&end=${end}`, {
    as: await make.readyShopper({ credits: 60 }),
    inSamePage: true,
  })
  await expect.poll(() => total(page)).toBe('7 credits')
  await updateRows(db, 'clothing_items', item.id, { credits_per_day: 2 })
  await page.getByRole('button', { name: 'Rent Now' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog
    .getByText('The price is now 14 credits per week. Please check the total and try again.')
    .waitFor()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => total(page)).toBe('14 credits')
  await page.getByRole('button', { name: 'Rent Now' }).click()
  await page.waitForURL('**/rental-success?**')
})
