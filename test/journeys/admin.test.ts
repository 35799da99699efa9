import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { expectAccessible, hydrated, testBrowser } from '#test/browser/browser.ts'
import { readRow } from '#test/postgres/rows.ts'
import { keyboard } from './input-methods.ts'

const site = await testBrowser()
const { make, db } = site
const admin = await make.admin({ full_name: 'Ada Admin' })
const closet = await make.closet({ full_name: 'Clara Closet' })
await make.item({ closet, title: 'Of a closet' })

const asAdmin = { as: admin, inSamePage: true } as const
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(flatPng(600, 400)) }
const broken = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }

test('a brand gets a cropped logo, is found, and is deleted after a question', async () => {
  const page = await site.open('/admin/brands', asAdmin)
  await page.getByRole('link', { name: 'Add Brand' }).first().click()
  await page.getByLabel('Name').fill('Juniper')
  await page.getByRole('button', { name: 'Add Brand' }).click()
  await page.getByText('Please upload and crop a logo for the brand.').waitFor()
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
  await page.getByText('1 total').waitFor()
  await page.getByRole('link', { name: 'Delete Juniper' }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this brand?',
  })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Delete Juniper' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Juniper is deleted.').waitFor()
  expect(
    await db.selectFrom('brands').select('id').where('name', '=', 'Juniper').execute(),
  ).toEqual([])
})

test('a listing form asks for another photo when one is unreadable', async () => {
  const page = await site.open('/admin/listings/new', asAdmin)
  await page.locator('input[type=file]').first().setInputFiles(broken)
  await page.getByText('Error uploading image. Please try again.').waitFor()
})

/**
 * Makes Clara's account regular and then business again, which hides and shows her item.
 */
async function moderate(page: Page) {
  const item = async () => {
    const { is_public } = await readRow(db, 'clothing_items', 'is_public', { title: 'Of a closet' })
    return is_public
  }
  const menu = page.locator('summary', { hasText: 'change account type of Clara Closet' })
  await keyboard.press(menu)
  await page.getByRole('combobox', { name: 'Account type of Clara Closet' }).selectOption('Regular')
  await keyboard.press(page.getByRole('button', { name: 'Change Clara Closet' }))
  await page.getByText('Their business account is blocked and their items are hidden.').waitFor()
  await keyboard.press(page.getByRole('button', { name: 'Make Regular' }))
  await page.getByText('Clara Closet is now a regular user.').waitFor()
  expect(await item()).toBe(false)
  await page.getByText('Closet blocked', { exact: true }).waitFor()
  await keyboard.press(menu)
  await page
    .getByRole('combobox', { name: 'Account type of Clara Closet' })
    .selectOption('Business')
  await keyboard.press(page.getByRole('button', { name: 'Change Clara Closet' }))
  await keyboard.press(page.getByRole('button', { name: 'Make Business' }))
  await page.getByText('Clara Closet now has a business account.').waitFor()
  expect(await item()).toBe(true)
}

test('a person is moderated with the keyboard alone', async () => {
  await moderate(await site.open('/admin/users?q=Clara', asAdmin))
})

test('the switch hides tabs under a menu and brings them back', async () => {
  const page = await site.open('/admin', asAdmin)
  const tabs = page.getByRole('navigation', { name: 'Admin' })
  const applications = tabs.getByRole('link', { name: 'Applications' })
  await applications.waitFor()
  await keyboard.press(page.getByRole('switch', { name: 'User-to-user' }))
  await keyboard.press(page.getByRole('button', { name: 'Allow only admins' }))
  await page.getByText('Only admins can post items', { exact: true }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await applications.waitFor({ state: 'detached' })
  await page.getByText('Hidden', { exact: true }).click()
  await applications.waitFor()
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('link', { name: 'Applications' }).click()
  await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
  await page.goto(`${site.origin}/admin`)
  await hydrated(page)
  await keyboard.press(page.getByRole('switch', { name: 'User-to-user' }))
  await keyboard.press(page.getByRole('button', { name: 'Allow users' }))
  await page.getByText('Users can apply for business accounts and post items').waitFor()
})

test('the integrity checks run again on request, and their result appears by itself', async () => {
  const page = await site.open('/admin', asAdmin)
  await page.getByRole('link', { name: 'Credits, deposits, refunds, rentals and payouts' }).click()
  await page.getByText('Not checked yet').waitFor()
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('The checks are running in the background.').waitFor()
  await site.drainJobs()
  await page.getByText('No problems found').waitFor()
  await expectAccessible(page)
})

test.for([true, false])('on a phone the open tab is in view; script: %s', async (javaScript) => {
  const page = await site.open('/admin/rentals?filter=all', { as: admin, width: 390, javaScript })
  const row = page.getByRole('navigation', { name: 'Filter rentals' })
  const tab = row.getByRole('link', { name: /^All/ })
  expect(await tab.getAttribute('aria-current')).toBe('page')
  const isKnown = await page.evaluate(() => CSS.supports('scroll-initial-target: nearest'))
  await expect
    .poll(() => tab.evaluate((one) => one.getBoundingClientRect().right <= window.innerWidth))
    .toBe(javaScript || isKnown)
})

/** Links of the tabs that are in no menu, while closets can list items. */
const ALWAYS_THERE = 8

test('a menu of the tabs is used with the keyboard alone', async () => {
  const page = await site.open('/admin', asAdmin)
  const menu = page.getByRole('navigation', { name: 'Admin' }).locator('summary', {
    hasText: 'Money',
  })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await keyboard.press(menu)
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('Payments')
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await page.getByRole('link', { name: 'Payouts', exact: true }).count()).toBe(0)
  await page.keyboard.press('Enter')
  for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor()
  expect(await menu.innerText()).toContain(', this page')
})

test.for([
  true,
  false,
])('on a phone each group opens within the screen; script: %s', async (javaScript) => {
  const page = await site.open('/admin/site-layout', { as: admin, width: 390, javaScript })
  const tabs = page.getByRole('navigation', { name: 'Admin' })
  const links = tabs.getByRole('link')
  const expectInView = async (count: number) => {
    expect(await links.count()).toBe(count)
    for (const link of await links.all()) {
      const box = await link.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= 390, await link.innerText()).toBe(true)
    }
  }
  await expectInView(ALWAYS_THERE)
  const sizes = []
  for (const group of await tabs.locator('summary').all()) {
    await group.click()
    await expect.poll(() => links.count()).toBeGreaterThan(ALWAYS_THERE)
    const size = await links.count()
    sizes.push(size - ALWAYS_THERE)
    await expectInView(size)
    // The open menu covers the page: this closes it.
    await page.mouse.click(195, 800)
    await expect.poll(() => links.count()).toBe(ALWAYS_THERE)
  }
  expect(sizes).toEqual([5, 3, 5, 5])
  expect(await overflowOf(page)).toBe(0)
})

test('approving an item with the keyboard moves the focus to the next one, which stays in place', async () => {
  for (const title of ['Waits first', 'Waits second'])
    await make.item({ closet, title, approval_status: 'pending' })
  const page = await site.open('/admin/items', asAdmin)
  const row = (title: string) => page.getByRole('article', { name: title })
  const approve = row('Waits first').getByRole('button', { name: /^Approve/ })
  await approve.focus()
  const before = await row('Waits second').boundingBox()
  await approve.press('Enter')
  await page.getByText(/^Approved Waits first\. The /).waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Waits second')
  expect(await row('Waits second').boundingBox()).toEqual(before)
  await row('Waits first').getByRole('button', { name: /^Undo/ }).press('Enter')
  await page.getByText('To review again: Waits first.').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Waits first')
  await expectAccessible(page)
})

test('the items of a closet are approved together in three clicks, and undone', async () => {
  const busy = await make.closet({ full_name: 'Busy Bee' })
  for (let n = 1; n <= 12; n++)
    await make.item({ closet: busy, title: `Bee ${n}`, approval_status: 'pending' })
  const page = await site.open('/admin/items?status=pending&q=Bee', asAdmin)
  await page.getByRole('link', { name: 'Only items of Busy Bee' }).first().click()
  await page.getByText('Items of Busy Bee', { exact: true }).waitFor()
  await page.getByLabel('Select all on this page').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve 12 items' }).click()
  await page.getByText(/^Approved 12 items: Bee 1, Bee 2, Bee 3 and 9 more\./).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText(/^To review again: Bee 1, /).waitFor()
  await page.getByLabel('Select Bee 12').check()
  await page.getByRole('button', { name: 'Approve 1 item' }).waitFor()
})

test('denying an item leaves its row in view, with Undo', async () => {
  for (let n = 1; n <= 6; n++)
    await make.item({ closet, title: `In line ${n}`, approval_status: 'pending' })
  const page = await site.open('/admin/items?status=pending&q=In+line', { ...asAdmin, width: 390 })
  await page.getByRole('link', { name: 'Deny In line 5' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await question.getByLabel('Reason').selectOption({ index: 1 })
  await question.getByRole('button', { name: 'Deny' }).click()
  await page.getByText('Denied In line 5.').waitFor()
  const row = page.getByRole('article', { name: 'In line 5' })
  const undo = row.getByRole('button', { name: /^Undo/ })
  const isInView = () =>
    undo.evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect()
      return top > 0 && bottom < window.innerHeight
    })
  await expect.poll(isInView).toBe(true)
})
