import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { bar, button, homePage, openEditMode, saveAndExit, unsaved } from './edited-home-page.ts'

const site = await testBrowser()
const admin = await site.make.admin()
const editMode = (as: Person = admin) => openEditMode(site, as)

// Must be shown as plain text, also in the editor.
const odd = '<img src=x onload=alert(1)></script>\u202e👗 "\'&{{7*7}}'

test('deleting, Reset and leaving ask before anything is lost', async () => {
  await homePage(site, [
    { type: 'subtitle', title: 'One' },
    { type: 'subtitle', title: odd },
  ])
  const page = await editMode()
  expect(await unsaved(page).count()).toBe(0)
  expect(await button(page, 'Reset').isDisabled()).toBe(true)
  await button(page, 'Delete Subtitle: One').click()
  await page.getByText('Are you sure you want to delete this Subtitle section?').waitFor()
  await button(page, 'Cancel').click()
  await page.getByRole('heading', { name: 'One' }).waitFor()
  await button(page, 'Delete Subtitle: One').click()
  await button(page, 'Delete').click()
  await page.getByRole('heading', { name: 'One' }).waitFor({ state: 'detached' })
  await unsaved(page).waitFor()
  await button(page, 'Reset').click()
  await page.getByRole('heading', { name: 'One' }).waitFor()
  expect(await unsaved(page).count()).toBe(0)

  await button(page, 'Move down Subtitle: One').click()
  for (const leave of [
    button(page, 'Exit without saving'),
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }),
  ]) {
    await leave.click()
    await page.getByText('Discard your unsaved changes?').waitFor()
    await button(page, 'Cancel').click()
    await unsaved(page).waitFor()
  }
  await button(page, 'Exit without saving').click()
  await button(page, 'Discard').click()
  await page.waitForURL(`${site.origin}/`)
  await bar(page).waitFor({ state: 'detached' })
  const headings = page.getByRole('main').getByRole('heading')
  expect(await headings.allTextContents()).toEqual([
    'Rent designer fashion by the week',
    'One',
    odd,
  ])
  expect(await page.locator('img[src=x]').count()).toBe(0)
})

test('closing the dialog of a section asks before what was typed is lost', async () => {
  await homePage(site, [{ type: 'subtitle', title: 'One' }])
  const page = await editMode()
  const dialog = page.getByRole('dialog', { name: 'Edit Subtitle' })
  const title = page.getByLabel('Title (optional)', { exact: true })
  await button(page, 'Edit Subtitle: One').click()
  await title.fill('Two')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(2, 2),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await close()
    await page.getByText('What you entered has not been saved.').waitFor()
    await button(page, 'Keep editing').click()
    expect(await title.inputValue()).toBe('Two')
  }
  await page.keyboard.press('Escape')
  await button(page, 'Leave').click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'One' }).waitFor()
})

test('a section dialog asks after a refused Apply, not after closing a file chooser', async () => {
  await homePage(site, [{ type: 'hero', title: 'One' }])
  const page = await editMode()
  const question = page.getByText('What you entered has not been saved.')
  await button(page, 'Edit Hero Banner: One').click()
  await page.getByLabel('Title (optional)', { exact: true }).fill('Two')
  // The event that Chromium sends when its file chooser is cancelled.
  await page.locator('dialog[open] input[type=file]').first().dispatchEvent('cancel')
  expect(await question.count()).toBe(0)
  await page.getByLabel('Button link').fill('shop')
  await button(page, 'Apply').click()
  await page.locator('dialog[open] [aria-invalid=true]').waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor()
})

test('a failed save shows an error and keeps the draft', async () => {
  await homePage(site, [{ type: 'subtitle', title: 'Before' }])
  const page = await editMode()
  await button(page, 'Edit Subtitle: Before').click()
  await page.getByLabel('Title (optional)', { exact: true }).fill('After')
  await button(page, 'Apply').click()
  await sql`alter table home_page rename to home_page_away`.execute(site.db)
  const held = Promise.withResolvers<void>()
  await page.route('**/admin/home-page.data*', async (route) => {
    await held.promise
    await route.continue()
  })
  await button(page, 'Save & Exit').click()
  await button(page, 'Saving...').waitFor()
  held.resolve()
  await page.getByRole('alert').getByText('Error saving changes. Please try again.').waitFor()
  await sql`alter table home_page_away rename to home_page`.execute(site.db)
  await page.getByRole('heading', { name: 'After' }).waitFor()
  await page.context().setOffline(true)
  const lost = page.waitForEvent('requestfailed')
  await button(page, 'Save & Exit').click()
  await lost
  await page.getByRole('alert').getByText('Error saving changes. Please try again.').waitFor()
  await page.context().setOffline(false)
  await saveAndExit(site, page)
})

test('a draft survives the end of its session', async () => {
  await homePage(site, [{ type: 'subtitle', title: 'Before' }])
  const other = await site.make.admin()
  const page = await editMode(other)
  await button(page, 'Hide Subtitle: Before').click()
  await site.db.deleteFrom('auth_sessions').where('user_id', '=', other.id).execute()
  await button(page, 'Save & Exit').click()
  await page.getByText('You are no longer signed in as an admin.').waitFor()
  await unsaved(page).waitFor()
})

test('the second of two admins sees the conflict, loses no input and resolves it', async () => {
  await homePage(site, [{ type: 'subtitle', title: 'Shared' }])
  const [first, second] = await Promise.all([editMode(), editMode(await site.make.admin())])
  const rename = async (page: Page, from: string, to: string) => {
    await button(page, `Edit Subtitle: ${from}`).click()
    await page.getByLabel('Title (optional)', { exact: true }).fill(to)
    await button(page, 'Apply').click()
  }
  await rename(first, 'Shared', 'Of the first')
  await rename(second, 'Shared', 'Of the second')
  await saveAndExit(site, first)
  const shown = second.getByRole('alertdialog', { name: /saved the home page while/ })
  await button(second, 'Save & Exit').click()
  await shown.waitFor()
  await expectAccessible(second)
  await button(second, 'Keep editing').click()
  await second.getByRole('heading', { name: 'Of the second' }).waitFor()
  await button(second, 'Save & Exit').click()
  await button(second, 'Discard mine and edit theirs').click()
  await second.getByRole('heading', { name: 'Of the first' }).waitFor()
  expect(await unsaved(second).count()).toBe(0)

  await rename(second, 'Of the first', 'Again')
  await sql`update home_page set version = version + 1`.execute(site.db)
  await button(second, 'Save & Exit').click()
  await button(second, 'Save mine instead of theirs').click()
  await second.waitForURL(`${site.origin}/`)
  await second.getByRole('heading', { name: 'Again' }).waitFor()
})
