import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { releaseClaims } from '#domain/rentals/corrections.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/calendar-date.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { expectAccessible, testBrowser } from '#test/browser.ts'
import { mouse, withoutScript } from './hands.ts'

const site = await testBrowser()
const { make, db } = site
await make.city({ name: 'Austin', state: 'TX' })
const today = calendarDateIn('America/New_York', site.clock.now())
const admin = await make.admin({ full_name: 'Ada Admin' })

const png = (name: string, width = 900, height = 1200) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(flatPng(width, height)),
})

/** The withheld amount is final now, and the rest is refunded. */
async function twoDaysToObject(): Promise<void> {
  await releaseClaims(db, new Date(site.clock.now().getTime() + 2 * 86_400_000))
  await site.drainJobs()
}

const choose = (page: Page) => page.locator('input[type=file]').first()
const frame = (page: Page) => page.locator('.ReactCrop__crop-selection')

async function fillApplication(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Nora Quist')
  await page.getByLabel('City').selectOption({ label: 'Austin, TX' })
  await page.getByRole('textbox', { name: 'Instagram' }).fill('@noras.rail')
  await page.getByLabel('Driving distance').selectOption('20 miles')
  await page.getByLabel('Meeting flexibility').fill('Evenings.')
  await page.getByLabel('Contact phone').fill('512 555 0100')
}

async function fillItem(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Size').selectOption('M')
  await page.getByLabel('Style').selectOption('Formal')
  await page.getByLabel('Event type').selectOption('Wedding')
  await page.getByLabel('Credits per week').fill('10')
}

/** Rents the item and pays the deposit on the payment pages, as someone who has credits. */
async function rentIt(path: string, shopper: Shopper, hands: typeof mouse, javaScript: boolean) {
  const page = await site.open(path, { as: shopper, javaScript })
  await hands.pickDates(page, { from: today, to: addDays(today, 6), ahead: 0 })
  await hands.press(page.getByRole('button', { name: 'Pay $50 deposit' }))
  await hands.pay(page)
  await hands.press(page.getByRole('button', { name: 'Rent Now' }))
  await page.getByRole('heading', { name: /^Request sent/ }).waitFor()
}

async function approveInTabs(javaScript: boolean, tab: '/admin/applications' | '/admin/items') {
  const page = await site.open(tab, { as: admin, javaScript })
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await page.getByText(/^Approved\./).waitFor()
}

test('apply with photos, be approved, list with a crop, rent out, and keep $12.34 of the deposit', {
  timeout: 150_000,
}, async () => {
  const applicant = await make.shopper()
  const page = await site.open('/business-apply', { as: applicant, width: 390 })
  await fillApplication(page)
  expect(await page.getByLabel('State').inputValue()).toBe('TX')
  await choose(page).setInputFiles([png('one.png'), png('two.png', 1600, 900)])
  await page.getByText('Crop photo 1 of 2').waitFor()
  await frame(page).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use photo' }).click()
  await page.getByText('Crop photo 2 of 2').waitFor()
  await frame(page).waitFor()
  await page.getByRole('button', { name: 'Use photo' }).click()
  await page.getByRole('button', { name: 'Remove photo 2' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page
    .getByText('Your application is under review. You will be notified once approved.')
    .waitFor()
  await expectAccessible(page)

  const tab = await site.open('/admin/applications', { as: admin })
  await tab
    .getByRole('link', { name: /enlarge/ })
    .first()
    .click()
  await tab.getByRole('button', { name: 'Next photo' }).click()
  await tab.getByRole('heading', { name: 'Outfits of Nora Quist, 2 of 2' }).waitFor()
  await tab.keyboard.press('Escape')
  await expectAccessible(tab)
  await tab.getByRole('button', { name: 'Approve Nora Quist' }).click()
  await tab.getByText(/^Approved\./).waitFor()

  await page.reload()
  await page.getByRole('link', { name: 'Go to Business Dashboard' }).click()
  await page.getByRole('link', { name: 'Add Item' }).first().click()
  await page.getByRole('heading', { name: 'Add Item' }).waitFor()
  await fillItem(page, 'Coral gown')
  await page.getByText('Shown as 14 credits per week.').waitFor()
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByText('Please upload and crop an image for your clothing item.').waitFor()
  await choose(page).setInputFiles(png('gown.png'))
  await frame(page).waitFor()
  await page.getByRole('button', { name: 'Use photo' }).click()
  await page.getByRole('img', { name: 'Photo, as chosen' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Coral gown' }).getByText('Pending').waitFor()
  await expectAccessible(page)
  await approveInTabs(true, '/admin/items')

  const item = await db
    .selectFrom('clothing_items')
    .select('id')
    .where('title', '=', 'Coral gown')
    .executeTakeFirstOrThrow()
  const shopper = await make.shopper()
  await make.credits(shopper, 20)
  await rentIt(`/item/${item.id}`, shopper, mouse, true)

  await page.goto('/business')
  await page.getByRole('link', { name: 'Coral gown', exact: true }).first().click()
  await page.getByRole('button', { name: 'Accept rental' }).click()
  await page.getByText('Accepted. The renter will get an email.').waitFor()
  await page.getByLabel('Note').fill('With its belt.')
  // Evidence is stored as taken: nothing is cropped, and several photos are uploaded at once.
  await choose(page).setInputFiles([png('front.png', 800, 600), png('back.png', 800, 600)])
  await page.getByRole('button', { name: 'Remove photo 2' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await page.getByRole('heading', { name: 'Return', exact: true }).waitFor()
  // A rental is not late before its last day has passed.
  expect(await page.getByRole('button', { name: 'Mark as late' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Mark as returned' }).click()
  await page.getByRole('heading', { name: 'Condition' }).waitFor()
  const keep = page.getByRole('button', { name: /^Keep / })
  expect(await keep.count()).toBe(0)
  await page.getByLabel('Keep from the deposit').fill('0')
  expect(await keep.count()).toBe(0)
  await page.getByLabel('Keep from the deposit').fill('12.34')
  await page.getByLabel('Reason').fill('Red wine on the hem.')
  await expectAccessible(page)
  await keep.click()
  const confirmation = page.getByRole('alertdialog', {
    name: `Keep $12.34 of ${shopper.fullName}’s deposit?`,
  })
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Keep $12.34' }).click()
  await page.getByText('$12.34 of the deposit was kept.').waitFor()
  await expectAccessible(page)
  await twoDaysToObject()

  const seen = await site.open('/my-rentals?tab=past', { as: shopper, width: 390 })
  await seen.getByRole('link', { name: /^Details/ }).click()
  await seen.getByText('With its belt.').waitFor()
  await seen.getByRole('img', { name: 'At delivery, 1 of 2' }).waitFor()
  await expectAccessible(seen)
  await seen.getByRole('link', { name: 'See your deposit' }).click()
  const deposit = seen.locator('#deposit')
  await deposit.getByText('$37.66').waitFor()
  await deposit.getByText('Refunded to your card').waitFor()
  expect(await deposit.textContent()).toContain('$12.34')

  await page.goto('/business/earnings')
  await page.getByRole('cell', { name: '$12.34' }).first().waitFor()
  await expectAccessible(page)
})

test('the same works without JavaScript; and a failed delivery refunds everything', async () => {
  const javaScript = false
  const applicant = await make.shopper()
  const page = await site.open('/business-apply', { as: applicant, javaScript })
  await fillApplication(page)
  await page.getByLabel('Meeting flexibility').fill('')
  await choose(page).setInputFiles([png('one.png'), png('two.png')])
  await page.getByRole('button', { name: 'Submit application' }).click()
  expect(await page.getByRole('checkbox', { name: 'Keep' }).count()).toBe(2)
  await page.getByLabel('Meeting flexibility').fill('Evenings.')
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByText(/^Your application is under review/).waitFor()
  await approveInTabs(javaScript, '/admin/applications')

  await page.goto('/business/items/new')
  await fillItem(page, 'Jade suit')
  await choose(page).setInputFiles(png('suit.png', 1600, 900))
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Jade suit' }).getByText('Pending').waitFor()
  await approveInTabs(javaScript, '/admin/items')
  const item = await db
    .selectFrom('clothing_items')
    .select('id')
    .where('title', '=', 'Jade suit')
    .executeTakeFirstOrThrow()
  const shopper = await make.shopper()
  await make.credits(shopper, 14)
  await rentIt(`/item/${item.id}`, shopper, withoutScript, javaScript)

  const next = (name: string) => page.getByRole('button', { name }).click()
  await page.goto('/business')
  await page.getByRole('link', { name: 'Jade suit', exact: true }).first().click()
  await next('Delivery failed')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delivery failed' }).click()
  await page.getByText('Delivery failed. The renter’s credits were refunded.').first().waitFor()
  const credits = await site.open('/credits', { as: shopper, javaScript })
  await credits.getByText('$50.00 held since').waitFor()
  expect(await credits.getByRole('banner').textContent()).toContain('14')

  await credits.goto(`/item/${item.id}`)
  await withoutScript.pickDates(credits, { from: today, to: addDays(today, 6), ahead: 0 })
  await credits.getByRole('button', { name: 'Rent Now' }).click()
  await credits.getByRole('heading', { name: 'Request sent: Jade suit' }).waitFor()
  await page.goto('/business/rentals')
  await page.getByRole('link', { name: 'Jade suit', exact: true }).first().click()
  await next('Mark as delivered')
  await page.getByLabel('Note').fill('A loose button.')
  await choose(page).setInputFiles(png('button.png'))
  await next('Mark as returned')
  const keep = page.getByRole('button', { name: 'Keep Deposit' })
  expect(await keep.isVisible()).toBe(false)
  await page.getByLabel('Keep from the deposit').fill('12.34')
  await page.getByLabel('Reason').fill('A lost button.')
  await keep.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep $12.34' }).click()
  await page.getByText('$12.34 of the deposit was kept.').waitFor()
  await twoDaysToObject()
  await credits.goto('/credits')
  await credits.locator('#deposit').getByText('$37.66').waitFor()
})
