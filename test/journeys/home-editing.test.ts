import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { readRows } from '#test/postgres/rows.ts'
import { button, homePage, openEditMode, saveAndExit, unsaved } from './edited-home-page.ts'
import { enterNumber, focused, type InputMethod, keyboard, mouse } from './input-methods.ts'

const site = await testBrowser()
const admin = await site.make.admin()
const editMode = (as: Person = admin) => openEditMode(site, as)

/** The page as visitors see it now; the extra query bypasses the page cache. */
function asVisitor() {
  return site.stranger().get(`/?fresh=${newId()}`)
}

/** Adds sections through the menu and the dialog of each. */
async function addSection(
  page: Page,
  hands: InputMethod,
  name: string,
  texts: Record<string, string>,
) {
  await hands.press(page.locator('summary', { hasText: 'Add Section' }))
  await hands.press(button(page, name))
  await page.getByRole('dialog', { name: `Edit ${name}` }).waitFor()
  for (const [label, text] of Object.entries(texts))
    await hands.fill(page.getByRole('dialog').getByLabel(label, { exact: true }), text)
  await hands.press(button(page, 'Apply'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // The section's view moves what stands below it.
  await page.waitForFunction(() => {
    const fetchers = window.__reactRouterDataRouter?.state.fetchers.values() ?? []
    return [...fetchers].every(({ state }) => state === 'idle')
  })
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
  await saveAndExit(site, page)

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

test('on a phone with only the keyboard, sections are added, moved, hidden and saved', async () => {
  await homePage(site, [{ type: 'subtitle', title: 'First' }])
  const page = await editMode()
  await page.setViewportSize({ width: 390, height: 844 })
  await addSection(page, keyboard, 'Call to Action', { 'Title (optional)': 'Go' })
  await keyboard.press(button(page, 'Move up Call to Action: Go'))
  await keyboard.press(button(page, 'Hide Subtitle: First'))
  await expectAccessible(page)
  expect(await overflow(page)).toBe(0)
  await saveAndExit(site, page, keyboard)
  const main = (await asVisitor()).text('main')
  expect([main.includes('Go'), main.includes('First')]).toEqual([true, false])
})

test('every setting of a carousel and of the counters can be edited, and previewed before saving', async () => {
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
  await enterNumber(dialog.getByLabel('Number of items'), '21')
  await button(page, 'Apply').click()
  await dialog.getByText('Please enter a whole number from 1 to 20.').waitFor()
  await enterNumber(dialog.getByLabel('Number of items'), '20')
  await button(page, 'Apply').click()
  await page.getByRole('heading', { name: 'Of nobody' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Of Oriel' }).waitFor()

  await button(page, 'Edit Statistics: Numbers').click()
  await dialog.getByLabel('Happy customers').uncheck()
  await dialog.getByLabel('Items rented').uncheck()
  await button(page, 'Apply').click()
  await page.getByText('Happy Customers').waitFor({ state: 'detached' })
  await saveAndExit(site, page)
  const stored = await readRows(site.db, 'home_sections', 'content', {}, 'order_index')
  expect(stored.map(({ content }) => content)).toEqual([
    { filter_type: 'brand', filter_value: brand.id, limit: 20 },
    { show_brands: true, show_customers: false, show_items: true, show_items_rented: false },
  ])
})

test('canceling the dialog of a new section adds nothing', async () => {
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

test('an unsafe link is refused at its field', async () => {
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
  await saveAndExit(site, page)
  expect((await asVisitor()).$('.cta a').getAttribute('href')).toBe('https://example.com/a?b=c')
})

test('a hero gets an image through the crop dialog, and loses it again', async () => {
  await homePage(site, [{ type: 'hero', title: 'Tonight' }])
  const page = await editMode()
  await button(page, 'Edit Hero Banner: Tonight').click()
  const buffer = Buffer.from(flatPng(1600, 900))
  const file = { name: 'cover.png', mimeType: 'image/png', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.locator('.ReactCrop__crop-selection').waitFor()
  await button(page, 'Use photo').click()
  await page.getByRole('img', { name: 'Photo, as chosen' }).waitFor()
  await button(page, 'Apply').click()
  await page.locator('.hero-picture').waitFor()
  await saveAndExit(site, page)
  await page.locator('.hero-picture').waitFor()
  await page.goto('/?edit=true')
  await button(page, 'Edit Hero Banner: Tonight').click()
  await page.getByLabel('Remove the photo').check()
  await button(page, 'Apply').click()
  await page.locator('.hero-picture').waitFor({ state: 'detached' })
  await saveAndExit(site, page)
})

function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}
