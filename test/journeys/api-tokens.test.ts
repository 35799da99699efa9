import { expect, test } from 'vitest'
import { callApi } from '#test/api.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { keyboard } from './input-methods.ts'

const site = await testBrowser()

test('a token is made, copied and revoked with the keyboard alone', async () => {
  const [email, password] = ['ada@example.test', 'silk and linen']
  await site.stranger().post('/auth?mode=sign-up', { full_name: 'Ada', email, password })
  const page = await site.open('/auth?return_to=/profile/api-tokens')
  const { press, fill } = keyboard
  await fill(page.getByLabel('Email'), email)
  await fill(page.getByRole('textbox', { name: 'Password' }), password)
  await page.keyboard.press('Enter')

  await fill(page.getByLabel('Name'), 'Stock list')
  await page.getByLabel('View your likes').press('Space')
  await fill(page.getByLabel('Your password'), password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Copy your new token' }).waitFor()
  // The form is far below the token, so the token's heading gets the focus.
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Copy your new token')
  const token = await page.locator('[data-secret]').innerText()
  expect((await callApi(site.app, 'GET', '/likes', { token })).status).toBe(200)
  await expectAccessible(page)

  await press(page.getByRole('link', { name: 'Revoke Stock list' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }))
  await page.getByText('The token has been revoked.').waitFor()
  expect((await callApi(site.app, 'GET', '/likes', { token })).status).toBe(401)
})
