import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const { make } = site
const cambridge = await make.closet({ city: 'Cambridge', state: 'MA', zip: '02139' })
const austin = await make.closet({ city: 'Austin', state: 'TX' })
await make.item({ closet: cambridge, title: 'Evening gown' })
await make.item({ closet: austin, title: 'Gown of silk' })

test('a visitor says a ZIP code on the phone, sees distances, and keeps it with a new account', async () => {
  const page = await site.open('/', { width: 390, allowedErrors: /status of 400/ })
  await page.getByRole('link', { name: 'Add your ZIP' }).click()
  await page.getByLabel('ZIP code').fill('99999')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('We do not know this ZIP code.').waitFor()
  expect(await page.getByLabel('ZIP code').inputValue()).toBe('99999')
  await expectAccessible(page)
  await page.getByLabel('ZIP code').fill('02116')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`${site.origin}/`)
  await page.getByRole('link', { name: 'Near 02116' }).waitFor()

  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByRole('searchbox', { name: 'What do you need?' }).fill('gown near me')
  await page.keyboard.press('Enter')
  await page.waitForURL(/near=me/)
  const cards = page.getByRole('main').getByRole('article')
  await expect.poll(() => cards.count()).toBe(1)
  expect(await cards.textContent()).toContain('about 1 mile')
  expect(page.url()).not.toContain('02116')

  await page.getByRole('link', { name: 'Sign In', exact: true }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Full name').fill('Ada Byron')
  await page.getByLabel('Email').fill(`${newId()}@hemline.test`)
  await page.getByLabel('Password', { exact: true }).fill('a-quiet-river-42')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${site.origin}/`)
  await page.goto(`${site.origin}/profile`)
  expect(await page.getByLabel('ZIP code').inputValue()).toBe('02116')
})

test('what is near and what can reach me are chosen beside the results, and counted ahead', async () => {
  const shopper = await make.shopper({ zip: '02116' })
  const page = await site.open('/search', { as: shopper })
  const cards = page.getByRole('main').getByRole('article')
  await expect.poll(() => cards.count()).toBe(2)
  await page.getByLabel('of', { exact: true }).selectOption('Austin, TX')
  await page.waitForURL(/near=Austin/)
  await expect
    .poll(() => cards.allTextContents())
    .toEqual([expect.stringContaining('Gown of silk')])
  await page.getByLabel('Within').selectOption('10 mi')
  await page.waitForURL(/within=10/)
  await page.getByRole('link', { name: 'Remove Within 10 miles of Austin, TX' }).click()
  await expect.poll(() => cards.count()).toBe(2)
  expect(await page.getByLabel('of', { exact: true }).inputValue()).toBe('')
  await page.getByRole('checkbox', { name: 'Can reach me' }).click()
  await page.waitForURL(/reach=me/)
  await expect
    .poll(() => cards.allTextContents())
    .toEqual([expect.stringContaining('Evening gown')])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${site.origin}/search`)
  await page.locator('body[data-hydrated]').waitFor()
  await page.locator('summary', { hasText: 'Filters' }).click()
  await page.getByRole('checkbox', { name: 'Can reach me' }).click()
  await page.getByRole('button', { name: 'Show 1 item' }).waitFor()
})
