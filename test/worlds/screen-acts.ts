import type { Page } from 'playwright-core'
import { hydrated } from '#test/browser/browser.ts'

/** On a phone a chip of the search opens a sheet; on a wide screen the filters are always shown. */
async function openSheet(page: Page, chip: string, content = 'dialog' as 'dialog' | 'grid') {
  const opener = page.locator('summary').filter({ hasText: chip })
  if (!(await opener.isVisible())) return
  await opener.click()
  await page.getByRole(content).first().waitFor()
}

async function submitInvalid(page: Page, button: string) {
  await page.getByRole('button', { name: button }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
}

/** Actions that bring a page into one of its states, by name, so that screens are plain JSON. */
export const screenActs = {
  'open the menu': async (page) => {
    await page.getByLabel('Menu').first().click()
  },
  'await edit mode': async (page) => {
    await page.getByRole('region', { name: 'Edit Mode' }).waitFor()
  },
  'await the dialog': async (page) => {
    await page.getByRole('dialog').waitFor()
  },
  'send empty feedback': async (page) => {
    await page.getByRole('main').locator('form button').last().click()
    await page.locator('[aria-invalid=true], [role=alert]').first().waitFor()
  },
  'open the filters': (page) => openSheet(page, 'Filters (2)'),
  'open the dates': (page) => openSheet(page, 'Dates', 'grid'),
  'open the calendar': async (page) => {
    await page.getByRole('button', { name: 'Your dates' }).click()
    await page.getByRole('grid').first().waitFor()
  },
  'choose a new last day': async (page) => {
    await page.locator('summary:has(#keep-longer)').click()
    await page.getByRole('button', { name: 'New last day' }).click()
    await page.getByRole('grid').first().waitFor()
  },
  'save a wrong size': async (page) => {
    await page.getByLabel('Waist').fill('tiny')
    await submitInvalid(page, 'Save')
  },
  'send an empty message': (page) => submitInvalid(page, 'Send'),
  'send an empty request': (page) => submitInvalid(page, 'Send'),
  'send an empty answer': (page) => submitInvalid(page, 'Send answer'),
  'send an empty report': (page) => submitInvalid(page, 'Send report'),
  'send an empty return request': async (page) => {
    await page.locator('#return-request summary').click()
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.locator('#return-request [aria-invalid=true]').first().waitFor()
  },
  'read the conversation': async (page) => {
    await page.getByRole('button', { name: 'Read the conversation' }).click()
    await page.getByText('Thank you!').waitFor()
  },
  'make a board of nothing': (page) => submitInvalid(page, 'Make a board'),
  'request with a wrong ZIP code': async (page) => {
    await page.getByLabel('Your ZIP code').fill('00000')
    await submitInvalid(page, 'request')
  },
  'sign in with nothing': (page) => submitInvalid(page, 'Sign in'),
  'send no code': async (page) => {
    const { origin } = new URL(page.url())
    const challenge = { name: 'hemline_second_step', value: 'given', url: `${origin}/auth` }
    await page.context().addCookies([challenge])
    await page.goto('/auth/code')
    await hydrated(page)
    await submitInvalid(page, 'Sign in')
  },
} satisfies Readonly<Record<string, (page: Page) => Promise<void>>>

export type ScreenAct = keyof typeof screenActs
