import { expect, test } from 'vitest'
import { testBrowser } from '#test/browser.ts'

const site = await testBrowser()

test('a browser older than those that we support gets the pages that work without scripts', async () => {
  const item = await site.make.item({ title: 'Velvet gown' })
  const page = await site.open('/about', { discardsProfile: true })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.addInitScript(() => {
    Reflect.deleteProperty(String.prototype, 'toWellFormed')
  })
  await page.goto('/search?q=velvet')
  // Shown only where scripts do not run.
  await page.getByRole('button', { name: 'Show pieces' }).last().click()
  await page.getByRole('link', { name: 'Velvet gown' }).first().click()
  await page.getByRole('heading', { name: 'Velvet gown' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/item/${item.id}`)
  await page.goto('/auth')
  await page.getByLabel('Email').fill('somebody@hemline.test')
  await page.getByLabel('Password', { exact: true }).fill('a wrong password')
  await page.getByRole('button', { name: 'Sign In' }).last().click()
  await page.getByText('Wrong email or password.').waitFor()
  expect(await page.locator('[data-hydrated]').count()).toBe(0)
  expect(scripts).toEqual([])
})
