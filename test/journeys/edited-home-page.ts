import type { Page } from 'playwright-core'
import type { SectionType } from '#db/enums.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { BrowserSite } from '#test/browser/browser.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { type InputMethod, mouse } from './input-methods.ts'

export type Row = { type: SectionType; title: string; content?: unknown; is_visible?: boolean }

/** Replaces all sections of the home page. */
export async function homePage({ db }: BrowserSite, rows: readonly Row[]) {
  await db.deleteFrom('home_sections').execute()
  for (const [order_index, { type, content = {}, ...row }] of rows.entries()) {
    await insertRows(db, 'home_sections', {
      id: newId(),
      section_type: type,
      order_index,
      content: JSON.stringify(content),
      ...row,
    })
  }
}

export const bar = (page: Page) => page.getByRole('region', { name: 'Edit Mode' })
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
export const unsaved = (page: Page) => bar(page).getByText('Unsaved Changes')

/** Opens the home page in edit mode as an admin. */
export async function openEditMode(site: BrowserSite, as: Person): Promise<Page> {
  const page = await site.open('/?edit=true', {
    as,
    inSamePage: true,
    allowedErrors: /500|ERR_INTERNET_DISCONNECTED/,
  })
  await bar(page).waitFor()
  return page
}

export async function saveAndExit(site: BrowserSite, page: Page, hands: InputMethod = mouse) {
  await hands.press(button(page, 'Save & Exit'))
  await page.getByText('Changes saved successfully!').waitFor()
  await page.waitForURL(`${site.origin}/`)
}
