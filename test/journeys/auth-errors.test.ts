import { expect, test } from 'vitest'
import { testBrowser } from '#test/browser.ts'

const site = await testBrowser()
const typed = 'ada@example.test'

test.for([
  [502, 'We cannot be reached for a moment (502). Please try again.'],
  [503, 'We cannot be reached for a moment (503). Please try again.'],
  [504, 'We cannot be reached for a moment (504). Please try again.'],
  [0, 'No connection. Check your network, then try again.'],
] as const)('signing in says what is wrong when %i answers, and keeps what was typed', async ([
  status,
  sentence,
]) => {
  const page = await site.open('/auth', { mayComplain: /Failed to load resource|ERR_FAILED/ })
  await page.route('**/auth.data*', (route) =>
    status === 0 ? route.abort() : route.fulfill({ status, body: '<h1>Bad gateway</h1>' }),
  )
  await page.getByLabel('Email').fill(typed)
  await page.getByRole('textbox', { name: 'Password' }).fill('silk and linen')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(typed)
  expect(await page.getByRole('button', { name: 'Sign in' }).isEnabled()).toBe(true)
})

test('while it is sent the button reads Loading...', async () => {
  const page = await site.open('/auth')
  const held = Promise.withResolvers<void>()
  await page.route('**/auth.data*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByLabel('Email').fill(typed)
  await page.getByRole('textbox', { name: 'Password' }).fill('silk and linen')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Loading...' }).waitFor()
  held.resolve()
  await page.getByRole('alert').waitFor()
})
