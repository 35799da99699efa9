import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { focused } from './input-methods.ts'

const site = await testBrowser()

const bar = (page: Page) => page.getByRole('region', { name: 'Preview' })
const toggle = (page: Page) => bar(page).getByRole('button')

test('on a phone the preview stays at the lower edge, follows the input, and opens as a card', async () => {
  const closet = await site.make.closet()
  const page = await site.open('/business/items/new', { as: closet, width: 390 })
  await page.getByLabel('Title').fill('Silk gown with a long train')
  await page.getByLabel('Size').selectOption('M')
  await page.getByLabel('Credits per week').fill('14')
  await page.getByText('Size M, 14 credits/week').locator('visible=true').waitFor()
  for (const y of [0, 100_000]) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
    const box = await bar(page).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(page.viewportSize()?.height ?? 0, 0)
    expect(box?.height).toBeLessThan(70)
  }
  await toggle(page).click()
  expect(await toggle(page).getAttribute('aria-expanded')).toBe('true')
  const { height = 0 } = (await bar(page).boundingBox()) ?? {}
  expect(height).toBeGreaterThan(250)
  expect(height).toBeLessThan(0.8 * (page.viewportSize()?.height ?? 0))
  await expectAccessible(page)
  await page.getByLabel('Title').focus()
  expect(await toggle(page).getAttribute('aria-expanded')).toBe('false')
})

test('the preview covers no field or button that has the keyboard focus', async () => {
  const closet = await site.make.closet()
  const page = await site.open('/business/items/new', { as: closet, width: 390 })
  await toggle(page).waitFor()
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.getByLabel('Title').focus()
  const seen: string[] = []
  for (let presses = 0; presses < 40 && !seen.includes('Cancel'); presses++) {
    await page.keyboard.press('Tab')
    const [name, bottom, edge] = await page.evaluate(() => {
      const one = document.activeElement
      const top = document.querySelector('.preview-bar')?.getBoundingClientRect().top ?? 0
      const named = one?.textContent.trim() || one?.getAttribute('name') || ''
      return [named, one?.getBoundingClientRect().bottom ?? 0, top] as const
    })
    expect(bottom, name).toBeLessThanOrEqual(edge)
    seen.push(name)
  }
  for (const name of ['description', 'credits_per_week', 'Add Item', 'Cancel'])
    expect(seen).toContain(name)
  while (!(await toggle(page).evaluate((one) => one === document.activeElement)))
    await page.keyboard.press('Tab')
  await focused(toggle(page))
  await page.evaluate(() => window.scrollTo({ top: 100_000, behavior: 'instant' }))
  const footer = await page.getByRole('contentinfo').boundingBox()
  const top = (await bar(page).boundingBox())?.y ?? 0
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(top + 1)
})

test('on a desktop the preview is beside the form; without a script there is none', async () => {
  const closet = await site.make.closet()
  const page = await site.open('/business/items/new', { as: closet })
  await page.getByText('In the shop').waitFor()
  expect(await bar(page).isVisible()).toBe(false)
  const plain = await site.open('/business/items/new', {
    as: closet,
    width: 390,
    javaScript: false,
  })
  expect(await bar(plain).count()).toBe(0)
})
