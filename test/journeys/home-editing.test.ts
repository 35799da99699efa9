import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SectionType } from '#db/enums.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { type BrowserSite, expectAccessible, testBrowser } from '#test/browser.ts'
import { focused, type Hands, keyboard, mouse } from './hands.ts'

const site = await testBrowser()
const admin = await site.make.admin()

type Row = { type: SectionType; title: string; content?: unknown; is_visible?: boolean }

/** Puts these sections in place of whatever another test has left. */
async function homePage({ db }: BrowserSite, rows: readonly Row[]) {
  await db.deleteFrom('home_sections').execute()
  for (const [order_index, { type, content = {}, ...row }] of rows.entries()) {
    await db
      .insertInto('home_sections')
      .values({
        id: newId(),
        section_type: type,
        order_index,
        content: JSON.stringify(content),
        ...row,
      })
      .execute()
  }
}

const bar = (page: Page) => page.getByRole('region', { name: 'Edit Mode' })
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const unsaved = (page: Page) => bar(page).getByText('Unsaved Changes')

async function editMode(as: Person = admin): Promise<Page> {
  const page = await site.open('/?edit=true', {
    as,
    inSamePage: true,
    mayComplain: /500|ERR_INTERNET_DISCONNECTED/,
  })
  await bar(page).waitFor()
  return page
}

async function saveAndExit(page: Page, hands: Hands = mouse) {
  await hands.press(button(page, 'Save & Exit'))
  await page.getByText('Changes saved successfully!').waitFor()
  await page.waitForURL(`${site.origin}/`)
}

/** What visitors see now: with a query of its own the page is not one that is kept for them. */
function asVisitor() {
  return site.stranger().get(`/?fresh=${newId()}`)
}

/** Adds sections through the menu and the dialog of each. */
async function addSection(page: Page, hands: Hands, name: string, texts: Record<string, string>) {
  await hands.press(page.locator('summary', { hasText: 'Add Section' }))
  await hands.press(button(page, name))
  await page.getByRole('dialog', { name: `Edit ${name}` }).waitFor()
  for (const [label, text] of Object.entries(texts))
    await hands.fill(page.getByRole('dialog').getByLabel(label, { exact: true }), text)
  await hands.press(button(page, 'Apply'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('an admin builds a home page of all seven types from nothing, hides one, and a visitor sees the rest', async () => {
  await homePage(site, [])
  await site.make.brand({ name: 'Northwold', deal_details: '10% off' })
  await site.make.item({ title: 'Party gown', event_type: 'Party' })
  const page = await editMode()
  const add = (name: string, texts: Record<string, string>) => addSection(page, mouse, name, texts)
  await add('Hero Banner', { 'Title (optional)': 'Tonight', 'Button text (optional)': 'Browse' })
  await add('Subtitle', { 'Subtitle (optional)': 'A line between' })
  await add('Statistics', { 'Title (optional)': 'In numbers' })
  await add('Carousel', { 'Title (optional)': 'Just in' })
  await add('Brand Logos', { 'Title (optional)': 'Labels' })
  await add('Text Block', { 'Title (optional)': 'How', Text: 'First.\n\nSecond.' })
  await add('Call to Action', { 'Title (optional)': 'Go', 'Button text (optional)': 'About us' })
  await unsaved(page).waitFor()
  await button(page, 'Move up Call to Action: Go').click()
  await button(page, 'Hide Statistics: In numbers').click()
  await page.getByRole('heading', { name: 'Party gown' }).first().waitFor()
  await expectAccessible(page)
  await saveAndExit(page)

  const visitor = await asVisitor()
  expect(visitor.$$('main h1, main h2').map(({ textContent }) => textContent)).toEqual([
    'Tonight',
    'Just in',
    'Labels',
    'Go',
    'How',
  ])
  expect(visitor.html).not.toContain('In numbers')
  for (const seen of ['A line between', 'Party gown', '10% off', 'Second.'])
    expect(visitor.text('main')).toContain(seen)
  expect(visitor.$('.cta a').getAttribute('href')).toBe('/about')
})

test('with the keyboard alone, on a phone, sections are added, moved, hidden and saved', async () => {
  await homePage(site, [{ type: 'subtitle', title: 'First' }])
  const page = await editMode()
  await page.setViewportSize({ width: 390, height: 844 })
  await addSection(page, keyboard, 'Call to Action', { 'Title (optional)': 'Go' })
  await keyboard.press(button(page, 'Move up Call to Action: Go'))
  await keyboard.press(button(page, 'Hide Subtitle: First'))
  await expectAccessible(page)
  expect(await overflow(page)).toBe(0)
  await saveAndExit(page, keyboard)
  const main = (await asVisitor()).text('main')
  expect([main.includes('Go'), main.includes('First')]).toEqual([true, false])
})

test('every key of a carousel and of the counters is edited, and seen before it is saved', async () => {
  const brand = await site.make.brand({ name: 'Oriel' })
  await site.make.item({ title: 'Of Oriel', brand_id: brand.id })
  await site.make.item({ title: 'Of nobody' })
  await homePage(site, [
    { type: 'carousel', title: 'Rail' },
    { type: 'stats', title: 'Numbers' },
  ])
  const page = await editMode()
  await button(page, 'Edit Carousel: Rail').click()
  const dialog = page.getByRole('dialog')
  const choices = () => dialog.getByLabel('Filter value').locator('option').allTextContents()
  expect(await dialog.getByLabel('Number of items').inputValue()).toBe('8')
  await dialog.getByLabel('Filter type').selectOption('occasion')
  expect((await choices())[0]).toBe('All Occasions')
  await dialog.getByLabel('Filter type').selectOption('style')
  expect((await choices())[0]).toBe('All Styles')
  await dialog.getByLabel('Filter type').selectOption('brand')
  expect((await choices())[0]).toBe('All Brands')
  await dialog.getByLabel('Filter value').selectOption('Oriel')
  await dialog.getByLabel('Number of items').fill('21')
  await button(page, 'Apply').click()
  await dialog.getByText('Please enter a whole number from 1 to 20.').waitFor()
  await dialog.getByLabel('Number of items').fill('20')
  await button(page, 'Apply').click()
  await page.getByRole('heading', { name: 'Of nobody' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Of Oriel' }).waitFor()

  await button(page, 'Edit Statistics: Numbers').click()
  await dialog.getByLabel('Happy customers').uncheck()
  await dialog.getByLabel('Items rented').uncheck()
  await button(page, 'Apply').click()
  await page.getByText('Happy Customers').waitFor({ state: 'detached' })
  await saveAndExit(page)
  const stored = await site.db
    .selectFrom('home_sections')
    .select('content')
    .orderBy('order_index')
    .execute()
  expect(stored.map(({ content }) => content)).toEqual([
    { filter_type: 'brand', filter_value: brand.id, limit: 20 },
    { show_brands: true, show_customers: false, show_items: true, show_items_rented: false },
  ])
})

test('a new section whose dialog is cancelled is not there', async () => {
  await homePage(site, [{ type: 'text', title: 'Only this' }])
  const page = await editMode()
  const before = await page.locator('main section').count()
  expect(before).toBeGreaterThan(0)
  await page.locator('summary', { hasText: 'Add Section' }).first().click()
  await button(page, 'Carousel').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.locator('main section').count()).toBe(before)
  expect(await unsaved(page).count()).toBe(0)
})

test('a link that leads nowhere safe is refused where it is typed', async () => {
  await homePage(site, [{ type: 'cta', title: 'Go', content: { button_text: 'x' } }])
  const page = await editMode()
  await button(page, 'Edit Call to Action: Go').click()
  const link = page.getByLabel('Button link')
  expect(await link.inputValue()).toBe('/about')
  for (const bad of ['javascript:alert(1)', '//evil.example', 'http://x.example', 'about us']) {
    await link.fill(bad)
    await button(page, 'Apply').click()
    await page.getByText('Please enter a path on this site').waitFor()
    await focused(link)
  }
  await expectAccessible(page)
  await link.fill('https://example.com/a?b=c')
  await button(page, 'Apply').click()
  await saveAndExit(page)
  expect((await asVisitor()).$('.cta a').getAttribute('href')).toBe('https://example.com/a?b=c')
})

test('a hero takes a picture through the crop dialog, and gives it back', async () => {
  await homePage(site, [{ type: 'hero', title: 'Tonight' }])
  const page = await editMode()
  await button(page, 'Edit Hero Banner: Tonight').click()
  const buffer = Buffer.from(flatPng(1600, 900))
  const file = { name: 'cover.png', mimeType: 'image/png', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.locator('.ReactCrop__crop-selection').waitFor()
  await button(page, 'Use photo').click()
  await page.getByRole('img', { name: 'Picture, as chosen' }).waitFor()
  await button(page, 'Apply').click()
  await page.locator('.hero-picture').waitFor()
  await saveAndExit(page)
  await page.locator('.hero-picture').waitFor()
  await page.goto('/?edit=true')
  await button(page, 'Edit Hero Banner: Tonight').click()
  await page.getByLabel('Remove the image').check()
  await button(page, 'Apply').click()
  await page.locator('.hero-picture').waitFor({ state: 'detached' })
  await saveAndExit(page)
})

// Words, nothing more, in the editor as well.
const odd = '<img src=x onload=alert(1)></script>\u202e👗 "\'&{{7*7}}'

test('nothing is lost without a question: delete, Reset, leaving', async () => {
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
  expect(await page.getByRole('main').getByRole('heading').allTextContents()).toEqual(['One', odd])
  expect(await page.locator('img[src=x]').count()).toBe(0)
})

test('a save that fails says so and keeps the draft, which is saved later', async () => {
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
  await saveAndExit(page)
})

test('a draft outlives the session that it was begun in', async () => {
  await homePage(site, [{ type: 'subtitle', title: 'Before' }])
  const other = await site.make.admin()
  const page = await editMode(other)
  await button(page, 'Hide Subtitle: Before').click()
  await site.db.deleteFrom('auth_sessions').where('user_id', '=', other.id).execute()
  await button(page, 'Save & Exit').click()
  await page.getByText('You are no longer signed in as an admin.').waitFor()
  await unsaved(page).waitFor()
})

test('of two admins at once the second is told, loses nothing, and decides', async () => {
  await homePage(site, [{ type: 'subtitle', title: 'Shared' }])
  const [first, second] = await Promise.all([editMode(), editMode(await site.make.admin())])
  const rename = async (page: Page, from: string, to: string) => {
    await button(page, `Edit Subtitle: ${from}`).click()
    await page.getByLabel('Title (optional)', { exact: true }).fill(to)
    await button(page, 'Apply').click()
  }
  await rename(first, 'Shared', 'Of the first')
  await rename(second, 'Shared', 'Of the second')
  await saveAndExit(first)
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

function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}
