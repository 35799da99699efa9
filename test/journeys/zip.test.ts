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
