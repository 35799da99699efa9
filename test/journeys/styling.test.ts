import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { expectAccessible, fontsLoaded, testBrowser } from '#test/browser/browser.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'
import { focused, keyboard } from './input-methods.ts'

const site = await testBrowser()
await site.make.item()
const asAdmin = { as: await site.make.admin(), inSamePage: true }

beforeEach(async () => {
  await site.db.deleteFrom('site_customization').execute()
})

const variable = (page: Page, name: string) =>
  page.evaluate(
    (one) => getComputedStyle(document.documentElement).getPropertyValue(one).trim(),
    name,
  )
const fontOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).fontFamily)

async function settings(): Promise<Record<string, string>> {
  const rows = await readRows(site.db, 'site_customization', ['setting_key', 'setting_value'], {})
  return Object.fromEntries(rows.map((row) => [row.setting_key, row.setting_value]))
}

test('an admin changes the style in Site Layout, and every page uses it', async () => {
  const page = await site.open('/admin/site-layout', asAdmin)
  expect(await page.getByLabel('Header height').inputValue()).toBe('64')
  await page.getByLabel('Header font').selectOption('DM Serif Display')
  await page.getByLabel('Body font').selectOption('Poppins')
  await page.getByLabel('Primary color', { exact: true }).fill('#0A7D4F')
  await page.getByLabel('Container width').fill('1000')
  await page.getByLabel('Hero title').fill('Ours')
  // The preview shows it before it is saved.
  expect(await variable(page, '--color-primary')).toBe('#0a7d4f')
  expect(await fontOf(page, 'h1')).toContain('DM Serif Display')
  await page.getByRole('complementary', { name: 'Preview' }).getByText('Ours').waitFor()
  expect(await settings()).toEqual({})
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Style saved.').waitFor()
  expect(await settings()).toMatchObject({
    header_font: 'DM Serif Display',
    primary_500: '#0a7d4f',
  })

  const visitor = await site.open('/styles')
  const sheet = visitor.locator('link[rel=stylesheet][href^="/site-style/"]')
  expect(await sheet.count()).toBe(1)
  expect(await fontOf(visitor, 'h1')).toContain('DM Serif Display')
  expect(await variable(visitor, '--color-primary')).toBe('#0a7d4f')
  expect(await variable(visitor, '--container-width')).toBe('max(1000px, 20rem)')
  // Only the chosen fonts are loaded.
  await fontsLoaded(visitor)
  const loaded = await visitor.evaluate(() =>
    [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', '')),
  )
  expect(loaded).toEqual(expect.arrayContaining(['DM Serif Display', 'Poppins']))
  expect(loaded.filter((family) => /Playfair|Lato|Roboto/.test(family))).toEqual([])
  // Fallback fonts are generic, because a busy browser renders the page before its stylesheet.
  await visitor.evaluate(() => document.querySelector('link[href^="/site-style/"]')?.remove())
  for (const selector of ['h1', 'body', 'nav a'])
    expect(await fontOf(visitor, selector)).toMatch(/^(sans-)?serif$/)
})

test('the secondary and accent colors change their elements on pages for shoppers', async () => {
  await insertRows(site.db, 'home_sections', {
    id: newId(),
    section_type: 'stats',
    title: 'Us',
    order_index: 1,
    content: '{}',
  })
  const shopper = await site.make.shopper()
  const colors = async () => {
    const page = await site.open('/', { as: shopper, inSamePage: true })
    const of = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).color)
    return { token: await of('header a[href*="credits"] svg'), plus: await of('main dd span') }
  }
  const choose = async (label: string, color: string) => {
    const page = await site.open('/admin/site-layout', asAdmin)
    await page.getByLabel(label, { exact: true }).fill(color)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Style saved.').waitFor()
  }
  const untouched = await colors()
  await choose('Secondary color', '#7a0012')
  const second = await colors()
  expect(second.token).not.toBe(untouched.token)
  expect(second.plus).toBe(untouched.plus)
  await choose('Accent color', '#7a0012')
  const third = await colors()
  expect(third.token).toBe(second.token)
  expect(third.plus).not.toBe(second.plus)
})

test('the five settings of edit mode’s panel have defaults, are previewed at once and are saved for everyone', async () => {
  const page = await site.open('/?edit=true', asAdmin)
  await keyboard.press(page.getByRole('button', { name: 'Customize Styles' }))
  const panel = page.getByRole('region', { name: 'Customize Styles' })
  await panel.waitFor()
  expect(await panel.getByLabel('Primary color', { exact: true }).inputValue()).toBe('#ec4899')
  expect(await panel.getByLabel('Heading font').inputValue()).toBe('Playfair Display')
  for (const label of ['Body font', 'Button/nav font', 'Subtitle font'])
    expect(await panel.getByLabel(label).inputValue()).toBe('Inter')
  expect(await panel.getByLabel('Body font').locator('option').count()).toBe(25)
  await expectAccessible(page)

  await panel.getByLabel('Primary color picker').fill('#0000ff')
  expect(await panel.getByLabel('Primary color', { exact: true }).inputValue()).toBe('#0000ff')
  expect(await variable(page, '--color-primary')).toBe('#0000ff')
  await page.keyboard.press('Escape')
  await focused(page.getByRole('button', { name: 'Customize Styles' }))
  expect(await variable(page, '--color-primary')).toBe('#ec4899')

  await page.getByRole('button', { name: 'Customize Styles' }).click()
  await panel.getByLabel('Subtitle font').selectOption('Lora')
  await panel.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Style saved.').waitFor()
  expect(await settings()).toMatchObject({ subtitle_font: 'Lora', primary_500: '#ec4899' })
  await page
    .locator('link[href^="/site-style/"]:not([href*="fonts"])')
    .waitFor({ state: 'attached' })
})

test('a style that cannot be saved shows an error in the panel, and the input stays', async () => {
  const page = await site.open('/?edit=true', {
    ...asAdmin,
    allowedErrors: /500|ERR_INTERNET_DISCONNECTED/,
  })
  await page.getByRole('button', { name: 'Customize Styles' }).click()
  const color = page.getByLabel('Primary color', { exact: true })
  await color.fill('pink')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Enter a color like #ec4899.').waitFor()
  await color.fill('#123456')
  const notSaved = page.getByRole('alert').getByText('Failed to save customization')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await notSaved.waitFor()
  await page.context().setOffline(false)
  await sql`alter table site_customization add constraint nothing_more check (setting_value = '')`.execute(
    site.db,
  )
  const refused = page.waitForResponse((response) => response.status() === 500)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await refused
  await notSaved.waitFor()
  expect(await color.inputValue()).toBe('#123456')
  await sql`alter table site_customization drop constraint nothing_more`.execute(site.db)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Style saved.').waitFor()
})

test('fields are disabled while saving', async () => {
  const page = await site.open('/admin/site-layout', asAdmin)
  let answer = () => {}
  const confirmation = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/admin/site-layout.data*', async (route) => {
    if (route.request().method() === 'POST') await confirmation
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('button', { name: 'Saving...' }).waitFor()
  expect(await page.getByLabel('Header font').isDisabled()).toBe(true)
  expect(await page.getByLabel('Primary color', { exact: true }).isDisabled()).toBe(true)
  answer()
  await page.getByText('Style saved.').waitFor()
  expect(await page.getByLabel('Header font').isDisabled()).toBe(false)
})

test('text has a contrast of 4.5:1 whatever the colors', async () => {
  const page = await site.open('/feedback')
  const worst: string[] = []
  for (const color of COLORS) {
    await wear(color)
    await page.goto(`/feedback?color=${color.slice(1)}`, { waitUntil: 'load' })
    worst.push(...(await contrastsBelow(page, 4.5)))
  }
  expect(worst).toEqual([])
})

const COLORS = [
  '#ffffff',
  '#000000',
  '#ffff00',
  '#00ff00',
  '#ff0000',
  '#00ffff',
  '#0000ff',
  '#808080',
]

async function wear(color: string) {
  const rows = ['primary_500', 'secondary_500', 'accent_500'].map((setting_key) => ({
    setting_key,
    setting_value: color,
    setting_type: 'color' as const,
    category: 'colors' as const,
  }))
  await site.db.deleteFrom('site_customization').execute()
  await site.db.insertInto('site_customization').values(rows).execute()
}

/** Pairs of text and background colors with less contrast than `least`. */
function contrastsBelow(page: Page, least: number): Promise<string[]> {
  return page.evaluate((least) => {
    const luminance = (name: string) => {
      // Uses a new element each time, because a changed color would be in transition.
      const probe = document.body.appendChild(document.createElement('i'))
      // Converts to sRGB, where colors outside its range are clipped.
      probe.style.color = `color-mix(in srgb, var(--color-${name}), var(--color-${name}))`
      const shares = getComputedStyle(probe).color.match(/-?[\d.]+(e-?\d+)?/g) ?? []
      const [r = 0, g = 0, b = 0] = shares.map((text) => {
        const share = Math.min(1, Math.max(0, Number(text)))
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const contrast = (one: string, other: string) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    }
    const pairs = [
      ...['paper', 'sheet', 'sand'].flatMap((ground) =>
        ['600', '700', '800'].map((shade) => [`primary-${shade}`, ground] as const),
      ),
      ['primary-700', 'primary-50'],
      ['primary-700', 'primary-100'],
      ['ink', 'primary-200'],
      ['paper', 'primary-800'],
    ] as const
    return pairs
      .map(([one, other]) => `${one} on ${other}: ${contrast(one, other).toFixed(2)}`)
      .filter((line) => Number(line.split(': ')[1]) < least)
  }, least)
}

test('on a phone the preview of Site Layout stays visible and covers no focused field', async () => {
  const page = await site.open('/admin/site-layout', { as: asAdmin.as, width: 390 })
  const preview = page.getByRole('complementary', { name: 'Preview' })
  const [first, last] = [page.getByLabel('Header font'), page.getByLabel('Social link')]
  await first.focus()
  const bottom = async () => {
    const box = await preview.boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  const isLast = () => last.evaluate((field) => field === document.activeElement)
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press(key)
      const focus = await page.evaluate(() => {
        const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
        return { top, bottom, height: innerHeight }
      })
      expect(focus.top).toBeGreaterThanOrEqual(await bottom())
      expect(focus.bottom).toBeLessThanOrEqual(focus.height)
      if (await isLast()) break
    }
    expect(await bottom()).toBeGreaterThan(100)
  }
  await page.getByLabel('Hero title').fill('Seen at once')
  expect(await preview.getByText('Seen at once').isVisible()).toBe(true)
})
