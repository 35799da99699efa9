import { test } from 'vitest'
import { testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()

test('a button reads Processing... while waiting for the response', async () => {
  const page = await site.open('/credits', { as: await site.make.shopper() })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/credits.data*', async (route) => {
    await answered
    await route.continue()
  })
  const form = page.locator('main form:has([name=code])')
  await form.locator('[name=code]').fill('ZZZZZZZZ')
  await form.getByRole('button').click()
  await form.getByRole('button', { name: 'Processing...' }).waitFor()
  answer()
  await page.getByText('Failed to claim gift code').first().waitFor()
})
