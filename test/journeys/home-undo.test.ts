import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SectionType } from '#db/enums.ts'
import { newId } from '#domain/shared/ids.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { focused, keyboard } from './input-methods.ts'

const site = await testBrowser()
const admin = await site.make.admin()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Edit Mode' })
const announced = (page: Page, words: string) =>
  bar(page).getByRole('status').filter({ hasText: words }).waitFor()

async function editing(sections: readonly [SectionType, string][], width = 1280): Promise<Page> {
  await site.db.deleteFrom('home_sections').execute()
  for (const [order_index, [section_type, title]] of sections.entries())
    await insertRows(site.db, 'home_sections', {
      id: newId(),
      section_type,
      order_index,
      title,
      content: '{}',
    })
  const page = await site.open('/?edit=true', { as: admin, width })
  await bar(page).waitFor()
  return page
}

/** The sections of the draft, in order. */
const titles = (page: Page) => page.locator('main ul.home h1, main ul.home h2').allTextContents()

test('every unsaved change of the draft can be undone and redone, keeping the focus', async () => {
  const page = await editing([
    ['subtitle', 'One'],
    ['subtitle', 'Two'],
  ])
  const undo = button(page, 'Undo')
  expect(await undo.getAttribute('aria-disabled')).toBe('true')

  await button(page, 'Move down Subtitle: One').click()
  await button(page, 'Edit Subtitle: Two').click()
  await page.getByLabel('Title (optional)', { exact: true }).fill('Three')
  await button(page, 'Apply').click()
  await page.getByRole('heading', { name: 'Three' }).waitFor()
  await button(page, 'Hide Subtitle: One').click()
  await button(page, 'Delete Subtitle: Three').click()
  await button(page, 'Delete').click()
  await page.locator('summary', { hasText: 'Add Section' }).click()
  await button(page, 'Subtitle').click()
  await page.getByLabel('Title (optional)', { exact: true }).fill('Four')
  await button(page, 'Apply').click()
  await page.getByRole('heading', { name: 'Four' }).waitFor()
  await expectAccessible(page)

  await keyboard.press(undo)
  await announced(page, 'Undone: add Subtitle: Four. 4 changes left.')
  expect(await titles(page)).toEqual(['One'])
  await page.keyboard.press('Enter')
  await announced(page, 'Undone: delete Subtitle: Three.')
  expect(await titles(page)).toEqual(['Three', 'One'])
  await page.keyboard.press('Enter')
  await announced(page, 'Undone: hide Subtitle: One.')
  await button(page, 'Hide Subtitle: One').waitFor()
  await page.keyboard.press('Enter')
  await announced(page, 'Undone: edit Subtitle: Two.')
  expect(await titles(page)).toEqual(['Two', 'One'])
  await page.keyboard.press('Enter')
  await announced(page, 'Undone: move Subtitle: One. 0 changes left.')
  expect(await titles(page)).toEqual(['One', 'Two'])
  expect(await bar(page).getByText('Unsaved Changes').count()).toBe(0)
  await focused(undo)

  for (let steps = 0; steps < 5; steps++) await button(page, 'Redo').click()
  expect(await titles(page)).toEqual(['One', 'Four'])
  await button(page, 'Reset').click()
  await button(page, 'Undo').click()
  await announced(page, 'Undone: reset.')
  expect(await titles(page)).toEqual(['One', 'Four'])
  await button(page, 'Save & Exit').click()
  await page.getByText('Changes saved successfully!').waitFor()
  const saved = site.db.selectFrom('home_sections').select(['title', 'is_visible'])
  expect(await saved.orderBy('order_index').execute()).toEqual([
    { title: 'One', is_visible: false },
    { title: 'Four', is_visible: true },
  ])
})

test('Ctrl+Z undoes changes of the draft, and does not affect fields and open dialogs', async () => {
  const page = await editing([['subtitle', 'One']], 390)
  await button(page, 'Hide Subtitle: One').click()
  await button(page, 'Edit Subtitle: One').click()
  const title = page.getByLabel('Title (optional)', { exact: true })
  await title.press('End')
  await title.pressSequentially('X')
  await page.keyboard.press('Control+z')
  expect(await title.inputValue()).toBe('One')
  await button(page, 'Cancel').focus()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  // Closing the dialog asks, because something was typed.
  await button(page, 'Leave').click()
  await button(page, 'Show Subtitle: One').waitFor()
  await page.keyboard.press('Control+z')
  await announced(page, 'Undone: hide Subtitle: One.')
  await button(page, 'Hide Subtitle: One').waitFor()
  await page.keyboard.press('Control+Shift+z')
  await announced(page, 'Redone: hide Subtitle: One.')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+y')
  await button(page, 'Show Subtitle: One').waitFor()
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
})

test('a section can be added above any other and undone in one step', async () => {
  const page = await editing([
    ['subtitle', 'One'],
    ['subtitle', 'Two'],
  ])
  await button(page, 'Add a section above Subtitle: Two').click()
  const choice = page.getByRole('dialog', { name: 'Add a section above' })
  await choice.getByRole('button', { name: 'Text Block' }).click()
  await page.getByLabel('Title (optional)', { exact: true }).fill('Between')
  await button(page, 'Apply').click()
  await page.getByRole('heading', { name: 'Between' }).waitFor()
  expect(await titles(page)).toEqual(['One', 'Between', 'Two'])
  await button(page, 'Undo').click()
  await announced(page, 'Undone: add Text Block: Between.')
  expect(await titles(page)).toEqual(['One', 'Two'])
})

test('the styles button is in the edit bar and covers nothing', async () => {
  const page = await editing([['hero', 'Tonight']])
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const styles = await button(page, 'Customize Styles').boundingBox()
    const section = await page.getByRole('listitem', { name: 'Hero Banner: Tonight' }).boundingBox()
    expect((styles?.y ?? 0) + (styles?.height ?? 0)).toBeLessThanOrEqual(section?.y ?? 0)
  }
})

test('a draft has one main heading, also once its hero is deleted', async () => {
  const page = await editing([
    ['hero', 'Dressed'],
    ['subtitle', 'One'],
  ])
  const headings = () => page.locator('h1').allTextContents()
  expect(await headings()).toEqual(['Dressed'])
  await page.getByRole('button', { name: /^Delete .*Dressed$/ }).click()
  await button(page, 'Delete').click()
  await page.getByRole('heading', { name: 'Dressed' }).waitFor({ state: 'detached' })
  expect(await headings()).toEqual(['Rent designer fashion by the week'])
})
