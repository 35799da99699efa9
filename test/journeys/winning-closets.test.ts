import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { readRow } from '#test/postgres/rows.ts'

const site = await testBrowser()
const { make } = site
await make.city({ name: 'Austin', state: 'TX' })
const admin = await make.admin({ full_name: 'Ada Admin' })

const png = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(flatPng(600, 1200)),
})

test.for([
  390, 1280,
])('a visitor on a screen of %i px has an approved item and payouts in 25 clicks', async (width) => {
  const page = await site.open('/', { width })
  const email = `nora-${width}@hemline.test`
  const item = { title: `Coral gown ${width}` }
  let clicks = 0
  const click = async (role: 'link' | 'button', name: string) => {
    clicks += 1
    await page.getByRole(role, { name, exact: true }).first().click()
  }
  /** Typing is no click, choosing from a list is one. */
  const choose = async (label: string, option: string | { label: string }) => {
    clicks += 1
    await page.getByLabel(label, { exact: true }).selectOption(option)
  }
  /** The button, the file in the browser's own dialog, and the crop. */
  const addPhoto = async (name: string, isShown: Locator) => {
    clicks += 2
    await page.locator('input[type=file]').first().setInputFiles(png(name))
    await page.locator('.ReactCrop__crop-selection').waitFor()
    await click('button', 'Use photo')
    await isShown.waitFor()
  }

  /** Presses the button of an email. */
  const followEmail = async (template: string) => {
    clicks += 1
    await site.drainJobs()
    const { text_body } = await site.db
      .selectFrom('mail_outbox')
      .select('text_body')
      .where('template', '=', template)
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow()
    await page.goto(/https?:\S+/.exec(text_body)?.[0] ?? '')
  }

  if (width < 600) {
    clicks += 1
    await page.locator('summary').first().click()
  }
  await click('link', 'List your closet')
  await page.getByText('$126.00 a month').waitFor()
  await expectAccessible(page)
  await click('link', 'Sign up and apply')
  await page.getByLabel('Full name').fill('Nora Quist')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a-quiet-river-42')
  await click('button', 'Create account')
  await page.getByText('You earn 45¢ for each credit').waitFor()
  await choose('City', { label: 'Austin, TX' })
  await page.getByRole('textbox', { name: 'Instagram' }).fill('@noras.rail')
  await addPhoto('outfit.png', page.getByRole('button', { name: 'Remove photo 1' }))
  await choose('Driving distance', '20 miles')
  await page.getByLabel('Meeting flexibility').fill('Evenings.')
  await page.getByLabel('Contact phone').fill('512 555 0100')
  await click('button', 'Submit application')
  await page.getByText('Your application is under review.').waitFor()
  await followEmail('welcome')
  await click('button', 'Confirm my email address')
  await page.waitForURL('**/auth/verify?done')

  const office = await site.open('/admin/applications', { as: admin })
  await office.getByRole('button', { name: 'Approve Nora Quist' }).click()
  const statusOf = async () =>
    (await readRow(site.db, 'user_profiles', 'business_status', { email })).business_status
  await expect.poll(statusOf).toBe('approved')

  await followEmail('application-approved')
  const start = page.getByRole('region', { name: 'Get started' })
  await start.getByText('1 of 5 done').waitFor()
  await expectAccessible(page)
  await click('link', 'Set up payouts')
  await click('button', 'Set up payouts')
  await page.getByLabel('Legal name').fill('Nora Quist')
  await click('button', 'Agree and submit')
  await page.getByRole('heading', { name: 'You are paid on the 5th' }).waitFor()
  await click('link', 'My Closet')
  await start.getByText('2 of 5 done').waitFor()
  await click('link', 'Add 5 items')
  await page.getByLabel('Title').fill(item.title)
  await page.getByLabel('Credits per week').fill('28')
  await addPhoto('gown.png', page.getByRole('img', { name: 'Photo, as chosen' }))
  await choose('Size', 'M')
  await choose('Style', 'Formal')
  await choose('Event type', 'Wedding')
  await click('button', 'Add Item')
  await page.getByText('You have 1 so far.').waitFor()

  await office.goto('/admin/items')
  await office
    .getByRole('article')
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  const approvalOf = async () =>
    (await readRow(site.db, 'clothing_items', 'approval_status', item)).approval_status
  await expect.poll(approvalOf).toBe('approved')
  const { business_id } = await readRow(site.db, 'clothing_items', 'business_id', item)
  const { state } = await readRow(site.db, 'payout_accounts', 'state', { owner_id: business_id })
  expect(state).toBe('ready')
  expect(clicks).toBeLessThanOrEqual(25)
})
