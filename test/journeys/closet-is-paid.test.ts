import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { expectAccessible, hydrated, testBrowser } from '#test/browser/browser.ts'
import { payDeposit } from '#test/make/pay-deposit.ts'
import { readRow } from '#test/postgres/rows.ts'
import { mouse } from './input-methods.ts'

const width = 390
const site = await testBrowser()
const { make, clock, database } = site
await make.city({ name: 'Austin', state: 'TX' })
const admin = await make.admin({ full_name: 'Ada Admin' })

const png = (name: string, width = 300, height = 600) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(flatPng(width, height)),
})

const choose = (page: Page) => page.locator('input[type=file]').first()

async function usePhoto(page: Page): Promise<void> {
  await page.locator('.ReactCrop__crop-selection').waitFor()
  await page.getByRole('button', { name: 'Use photo' }).click()
}

/** Moves the clock to the sixth of a month, when a rental reviewed now can be paid. */
function passToPayDay(): void {
  const later = new Date(clock.now().getTime() + 9 * 86_400_000)
  const months = later.getUTCDate() < 6 ? 0 : 1
  clock.set(new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + months, 6, 17)))
}

test('a closet is approved, onboards, lists and is rented on a phone, and its transfer arrives', async () => {
  const applicant = await make.shopper({ full_name: 'Nora Quist' })
  const page = await site.open('/business-apply', { as: applicant, width, inSamePage: true })
  await page.getByLabel('Full name').fill('Nora Quist')
  await page.getByLabel('City').selectOption({ label: 'Austin, TX' })
  expect(await page.getByLabel('State').inputValue()).toBe('TX')
  await page.getByRole('textbox', { name: 'Instagram' }).fill('@noras.rail')
  await page.getByLabel('Driving distance').selectOption('20 miles')
  await page.getByLabel('Meeting flexibility').fill('Evenings.')
  await page.getByLabel('Contact phone').fill('512 555 0100')
  await choose(page).setInputFiles([png('one.png'), png('two.png', 800, 450)])
  await page.getByText('Crop photo 1 of 2').waitFor()
  await page.locator('.ReactCrop__crop-selection').waitFor()
  await expectAccessible(page)
  await usePhoto(page)
  await page.getByText('Crop photo 2 of 2').waitFor()
  await usePhoto(page)
  await page.getByRole('button', { name: 'Remove photo 2' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page
    .getByText('Your application is under review. You will be notified once approved.')
    .waitFor()

  const office = await site.open('/admin/applications', { as: admin, width, inSamePage: true })
  await office
    .getByRole('link', { name: /enlarge/ })
    .first()
    .click()
  await office.getByRole('button', { name: 'Next photo' }).click()
  await office.getByRole('heading', { name: 'Outfits of Nora Quist, 2 of 2' }).waitFor()
  await office.keyboard.press('Escape')
  await expectAccessible(office)
  await office.getByRole('button', { name: 'Approve Nora Quist' }).click()
  await office.getByText(/^Approved .*\. The /).waitFor()

  await page.reload()
  await page.getByRole('link', { name: 'Go to Business Dashboard' }).click()
  await page.getByRole('link', { name: 'Payouts', exact: true }).click()
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.getByLabel('Legal name').fill('Nora Quist')
  await page.getByRole('button', { name: 'Agree and submit' }).click()
  await page.getByRole('heading', { name: 'You are paid on the 5th' }).waitFor()

  const title = 'Coral gown'
  await page.goto('/business')
  await hydrated(page)
  await page.getByRole('link', { name: 'Add Item' }).first().click()
  await page.getByRole('heading', { name: 'Add Item' }).waitFor()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Size').selectOption('M')
  await page.getByLabel('Style').selectOption('Formal')
  await page.getByLabel('Event type').selectOption('Wedding')
  await page.getByLabel('Credits per week').fill('68')
  await page.getByText('so 68 becomes 70 credits per week.').waitFor()
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByText('Please upload and crop an image for your clothing item.').waitFor()
  await choose(page).setInputFiles(png('gown.png'))
  await usePhoto(page)
  await page.getByRole('img', { name: 'Photo, as chosen' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByRole('listitem').filter({ hasText: title }).getByText('Pending').waitFor()
  await office.goto('/admin/items')
  await office
    .getByRole('article')
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await office.getByText(/^Approved .*\. The /).waitFor()

  const item = await readRow(site.db, 'clothing_items', 'id', { title })
  const shopper = await make.shopper()
  await make.credits(shopper, 100)
  await payDeposit(site, shopper)
  const shop = await site.open(`/item/${item.id}`, { as: shopper, width })
  const today = calendarDateIn('America/New_York', clock.now())
  await mouse.pickDates(shop, { from: today, to: addDays(today, 6), ahead: 0 })
  await shop.getByRole('button', { name: 'Rent Now' }).click()
  await shop.getByRole('heading', { name: /^Request sent/ }).waitFor()

  await page.goto('/business')
  await page.getByRole('link', { name: title, exact: true }).first().click()
  await page.getByRole('button', { name: 'Accept rental' }).click()
  await page.getByText('Accepted. The renter will get an email.').waitFor()
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await page.getByRole('button', { name: 'Mark as returned' }).click()
  await page.getByRole('heading', { name: 'Condition' }).waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('heading', { name: 'Condition' }).waitFor({ state: 'detached' })

  // 70 credits at 45 cents.
  await office.goto('/admin/payouts')
  await office
    .getByRole('heading', { name: '$31.50' })
    .or(office.getByText('$31.50'))
    .first()
    .waitFor()
  passToPayDay()
  await database.pool.query(`select graphile_worker.add_job('pay-closets')`)
  await site.drainJobs()

  // Sessions have expired by then.
  const later = await site.open('/admin/payouts?part=transfers', {
    as: admin,
    width,
    inSamePage: true,
  })
  await later
    .getByRole('listitem')
    .filter({ hasText: 'Nora Quist' })
    .getByText('Sent')
    .first()
    .waitFor()
  await expectAccessible(later)
  const closet = await site.open('/business/payouts', { as: applicant, width, inSamePage: true })
  await closet.getByText('$31.50').first().waitFor()
  await expectAccessible(closet)
  const account = await readRow(site.db, 'payout_accounts', 'stripe_account_id', {
    owner_id: applicant.id,
  })
  await closet.goto('/sandbox/balance')
  const balance = closet.getByRole('region', { name: account.stripe_account_id })
  await balance.getByText('$31.50').waitFor()
})
