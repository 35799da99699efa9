import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { payDeposit } from '#test/make/pay-deposit.ts'
import { readRow } from '#test/postgres/rows.ts'

const site = await testBrowser()
const { make, db } = site
await make.city({ name: 'Austin', state: 'TX' })

// Tomorrow in the shop's time zone, so that it is due on the board even when UTC is a day ahead.
const start = addDays(calendarDateIn('America/New_York', site.clock.now()), 1)

const png = (name: string, width = 300, height = 600) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(flatPng(width, height)),
})

/** Photos made by factories have no file. */
const allowedErrors = /404/

/** Releases claims as two days later, so that the rest of the deposit is refunded. */
async function twoDaysToObject(): Promise<void> {
  await releaseClaims(db, new Date(site.clock.now().getTime() + 2 * 86_400_000))
  await site.drainJobs()
}

const choose = (page: Page) => page.locator('input[type=file]').first()

test('an item is delivered and returned with photos, and $12.34 is withheld', async () => {
  const closet = await make.closet()
  const renter = await make.shopper()
  await payDeposit(site, renter)
  const item = await make.item({ closet, title: 'Coral gown' })
  await make.rental({ item, renter, start, status: 'confirmed', createdAt: site.clock.now() })
  const page = await site.open('/business', { as: closet, width: 390, allowedErrors })
  await page.getByRole('link', { name: 'Coral gown', exact: true }).first().click()
  await page.getByLabel('Note').fill('With its belt.')
  // Photos of a handover are not cropped, and several are uploaded at once.
  await choose(page).setInputFiles([png('front.png', 400, 300), png('back.png', 400, 300)])
  await page.getByRole('button', { name: 'Remove photo 2' }).waitFor()
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await page.getByRole('heading', { name: 'Return', exact: true }).waitFor()
  // A rental is not late before its last day has passed.
  expect(await page.getByRole('button', { name: 'Mark as late' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Mark as returned' }).click()
  await page.getByRole('heading', { name: 'Condition' }).waitFor()
  const keep = page.getByRole('button', { name: 'Keep Deposit' })
  expect(await keep.count()).toBe(0)
  await page.getByLabel('Keep from the deposit').fill('0')
  expect(await keep.count()).toBe(0)
  await page.getByLabel('Keep from the deposit').fill('12.34')
  await page.getByLabel('Condition notes').fill('Red wine on the hem.')
  await keep.click()
  const confirmation = page.getByRole('alertdialog', {
    name: `Keep $12.34 of ${renter.fullName}’s deposit?`,
  })
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Keep $12.34' }).click()
  await page.getByText('$12.34 of the deposit was kept.').waitFor()
  await expectAccessible(page)
  await twoDaysToObject()

  const seen = await site.open('/my-rentals?tab=past', { as: renter, width: 390, allowedErrors })
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
  await page.getByText('$12.34 kept from deposits').waitFor()
})

test('without JavaScript a refused application keeps its photos', async () => {
  const applicant = await make.shopper()
  const page = await site.open('/business-apply', { as: applicant, javaScript: false })
  await page.getByLabel('Full name').fill('Nora Quist')
  await page.getByLabel('City').selectOption({ label: 'Austin, TX' })
  await page.getByRole('textbox', { name: 'Instagram' }).fill('@noras.rail')
  await page.getByLabel('Driving distance').selectOption('20 miles')
  await page.getByLabel('Contact phone').fill('512 555 0100')
  await choose(page).setInputFiles([png('one.png'), png('two.png')])
  await page.getByRole('button', { name: 'Submit application' }).click()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Keep' }).count()).toBe(2)
  await page.getByLabel('Meeting flexibility').fill('Evenings.')
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByText(/^Your application is under review/).waitFor()
  const { outfit_images } = await readRow(db, 'business_applications', 'outfit_images', {
    user_id: applicant.id,
  })
  expect(outfit_images).toHaveLength(2)
})

test('without JavaScript a failed delivery is refunded and a deposit partly withheld', async () => {
  const closet = await make.closet()
  const renter = await make.shopper()
  await payDeposit(site, renter)
  const item = await make.item({ closet, title: 'Jade suit' })
  const requested = { item, renter, start, createdAt: site.clock.now() }
  await make.rental(requested)
  const page = await site.open('/business', { as: closet, javaScript: false, allowedErrors })
  const next = (name: string) => page.getByRole('button', { name }).click()
  await page.getByRole('link', { name: 'Jade suit', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Deliver it right away' }).click()
  await next('Delivery failed')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delivery failed' }).click()
  await page.getByText('Delivery failed. The renter’s credits were returned.').first().waitFor()
  const credits = await site.get('/credits', { as: renter })
  expect(credits.text('#deposit')).toContain('$50.00 held since')
  expect(credits.text('header')).toContain('14')

  await make.rental(requested)
  await page.goto('/business/rentals')
  await page.getByRole('link', { name: 'Jade suit', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Deliver it right away' }).click()
  await next('Mark as delivered')
  await page.getByLabel('Note').fill('A loose button.')
  await choose(page).setInputFiles(png('button.png'))
  await next('Mark as returned')
  const keep = page.getByRole('button', { name: 'Keep Deposit' })
  expect(await keep.isVisible()).toBe(false)
  await page.getByLabel('Keep from the deposit').fill('12.34')
  await page.getByLabel('Condition notes').fill('A lost button.')
  await keep.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep $12.34' }).click()
  await page.getByText('$12.34 of the deposit was kept.').waitFor()
  await twoDaysToObject()
  expect((await site.get('/credits', { as: renter })).text('#deposit')).toContain('$37.66')
})
