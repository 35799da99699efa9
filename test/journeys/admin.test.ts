import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { expectAccessible, testBrowser } from '#test/browser.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'
import { keyboard } from './hands.ts'

const site = await testBrowser()
const { make, db } = site
const admin = await make.admin({ full_name: 'Ada Admin' })
const long = 'A-very-long-name-without-any-space-that-has-to-break-somewhere-on-a-phone'
await make.city({ name: 'Austin', state: 'TX' })
await make.brand({ name: long, deal_details: 'Two for one' })
const listing = await make.item({ closet: admin, title: `${long} gown` })
await make.item({ approval_status: 'pending' })
const closet = await make.closet({ full_name: 'Clara Closet' })
await make.item({ closet, title: 'Of a closet' })
await make.rental()

/** Every screen of the admin's without parameters, by the built site map. */
const screens = addressesIn(readSiteMap(inject('buildDirectory')))
  .filter(({ within, isPage }) => isPage && within.includes('routes/admin/layout'))
  .map(({ path }) => path)
  .filter((path) => !path.includes(':'))

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(flatPng(600, 400)) }

test.for([
  ...screens,
  `/admin/listings/${listing.id}`,
])('%s fits a phone and a desk, and axe finds no fault', async (path) => {
  const page = await site.open(path, { as: admin, width: 390 })
  await page.waitForLoadState('networkidle')
  expect(await overflowOf(page)).toBe(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await overflowOf(page)).toBe(0)
  await expectAccessible(page)
})

test('a brand gets a cropped logo, is found, and is deleted after a question', async () => {
  const page = await site.open('/admin/brands', { as: admin })
  await page.waitForLoadState('networkidle')
  await page.getByRole('link', { name: 'Add Brand' }).click()
  await page.getByLabel('Name').fill('Juniper')
  await page.getByRole('button', { name: 'Add Brand' }).click()
  await page.getByText('Please upload and crop a logo for the brand.').waitFor()
  const broken = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await page.locator('input[type=file]').setInputFiles(broken)
  await page.getByText('Error uploading logo. Please try again.').waitFor()
  await page.locator('input[type=file]').setInputFiles(logo)
  await page.locator('.ReactCrop__crop-selection').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use photo' }).click()
  await page.getByRole('img', { name: 'Logo, as chosen' }).waitFor()
  await page.getByRole('button', { name: 'Add Brand' }).click()
  await page.getByText('Juniper has been saved.').waitFor()
  await page.getByRole('searchbox', { name: 'Search brands' }).fill('juni')
  await page.keyboard.press('Enter')
  await page.getByText('1 in all').waitFor()
  await page.getByRole('link', { name: 'Delete Juniper' }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this brand?',
  })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Delete Juniper' }).click()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('The brand has been deleted.').waitFor()
  expect(
    await db.selectFrom('brands').select('id').where('name', '=', 'Juniper').execute(),
  ).toEqual([])
})

test('a listing with an unreadable picture asks for another', async () => {
  const page = await site.open('/admin/listings/new', { as: admin })
  await page.waitForLoadState('networkidle')
  const broken = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await page.locator('input[type=file]').setInputFiles(broken)
  await page.getByText('Error uploading image. Please try again.').waitFor()
})

/** Makes Clara a regular account, and back a business one; her item follows. */
async function moderate(page: Page) {
  const item = async () => {
    const { is_public } = await db
      .selectFrom('clothing_items')
      .select('is_public')
      .where('title', '=', 'Of a closet')
      .executeTakeFirstOrThrow()
    return is_public
  }
  await page.getByRole('combobox', { name: 'Account type of Clara Closet' }).selectOption('Regular')
  await keyboard.press(page.getByRole('button', { name: 'Change Clara Closet' }))
  await page.getByText('Their business account is blocked and their items are hidden.').waitFor()
  await keyboard.press(page.getByRole('button', { name: 'Make Regular' }))
  await page.getByText('The account is regular now.').waitFor()
  expect(await item()).toBe(false)
  await page.getByText('Blocked', { exact: true }).waitFor()
  await page
    .getByRole('combobox', { name: 'Account type of Clara Closet' })
    .selectOption('Business')
  await keyboard.press(page.getByRole('button', { name: 'Change Clara Closet' }))
  await keyboard.press(page.getByRole('button', { name: 'Make Business' }))
  await page.getByText('The account is business now.').waitFor()
  expect(await item()).toBe(true)
}

test.for([true, false])('a person is moderated with the keyboard alone; script: %s', async (on) => {
  const page = await site.open('/admin/users?q=Clara', { as: admin, javaScript: on })
  if (on) await page.waitForLoadState('networkidle')
  await moderate(page)
})

test('the switch hides tabs under a menu and brings them back', async () => {
  const page = await site.open('/admin/brands', { as: admin })
  await page.waitForLoadState('networkidle')
  const tabs = page.getByRole('navigation', { name: 'Admin' })
  await tabs.getByRole('link', { name: 'Applications' }).waitFor()
  await keyboard.press(page.getByRole('switch', { name: 'User-to-user' }))
  await page.getByText('Only admins can post items', { exact: true }).waitFor()
  await tabs.getByRole('link', { name: 'Applications' }).waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText('Hidden', { exact: true }).click()
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('link', { name: 'Applications' }).click()
  await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
  await keyboard.press(page.getByRole('switch', { name: 'User-to-user' }))
  await page.getByText('Users can apply for business accounts and post items').waitFor()
  await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
})

test('the overview learns whether the books add up', async () => {
  const page = await site.open('/admin', { as: admin })
  await page.getByText('Green', { exact: true }).waitFor()
})
