import { expect, test } from 'vitest'
import { testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const { make } = site

test('the focus stays near what a form replaced, and a new page begins at its top', async () => {
  const closet = await make.closet()
  const page = await site.open('/business/saved-messages', { as: closet, width: 390 })
  const focused = () => page.evaluate(() => document.activeElement?.nodeName)
  await page.getByLabel('New message').fill('See you soon.')
  await page.getByRole('button', { name: 'Add message' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Message 1').waitFor()
  await expect.poll(focused).not.toBe('BODY')
  const form = page.locator('form', { has: page.getByLabel('Message 1') })
  await form.getByRole('button', { name: 'Delete message 1' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Message 1').waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.getByLabel('New message').evaluate((it) => it === document.activeElement))
    .toBe(true)

  const back = page.getByRole('main').getByRole('link').first()
  await back.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.endsWith('saved-messages'))
  await expect.poll(focused).toBe('BODY')
})

test('the field in the header keeps the focus when the search changes', async () => {
  await make.item({ size: 'M', style: 'Formal' })
  const page = await site.open('/search?style=Formal', { as: await make.shopper() })
  const field = page.getByRole('banner').getByLabel('Search items')
  await field.focus()
  await page.evaluate(() => {
    void window.__reactRouterDataRouter?.navigate('/search?style=Formal&size=M', {
      flushSync: false,
    })
  })
  const form = page.getByRole('banner').locator('.site-search form')
  await form.locator('input[name=size]').waitFor({ state: 'attached' })
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('a field that is removed leaves the focus to its form, which gives it back', async () => {
  const page = await site.open('/search?style=Formal', { as: await make.shopper() })
  const field = page.getByRole('banner').getByLabel('Search items')
  const form = page.getByRole('banner').locator('.site-search form')
  await field.focus()
  await field.evaluate((one) => one.remove())
  const holds = () => form.evaluate((one) => one === document.activeElement)
  await expect.poll(holds).toBe(true)
  expect(await form.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('none')
  await page.keyboard.press('Tab')
  await expect.poll(holds).toBe(false)
  // One of its fields is called `style`.
  expect(await form.evaluate((one) => one.hasAttribute('tabindex'))).toBe(false)
})
