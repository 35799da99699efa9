import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { codeFor } from '#test/make/authenticator.ts'
import { readRow } from '#test/postgres/rows.ts'
import { focused, keyboard } from './input-methods.ts'

const site = await testBrowser()
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
const password = (page: Page) => page.getByLabel('Your password', { exact: true })

test('a wrong password in a question is focused and described by the error', async () => {
  const page = await site.open('/profile/your-data?delete=account', {
    as: await site.make.shopper(),
  })
  const { press, fill } = keyboard
  const sentence = 'This password is not correct.'
  await fill(password(page), 'wrong')
  await press(page.getByRole('button', { name: 'Delete my account for good' }))
  await focused(password(page).and(page.getByRole('textbox', { description: sentence })))
})

test('an account can be managed and deleted with the keyboard alone', async () => {
  const stranger = site.stranger()
  const [email, first, second] = ['ada@example.test', 'silk and linen', 'cotton over wool']
  const account = { full_name: 'Ada', email, password: first }
  await stranger.post('/auth?mode=sign-up', account)
  const page = await site.open('/auth?return_to=/profile')
  const { press, fill } = keyboard
  const place = (name: string) =>
    press(page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name }))

  await fill(page.getByLabel('Email'), email)
  await fill(page.getByRole('textbox', { name: 'Password' }), first)
  await page.keyboard.press('Enter')
  await fill(page.getByLabel('City'), 'Austin')
  await page.keyboard.press('Enter')
  await page.getByText('Your profile has been saved.').waitFor()

  await place('Sign-in & security')
  await press(button(page, 'Change password'))
  await focused(page.getByLabel('Current password'))
  await page.keyboard.type(first)
  await fill(page.getByLabel('New password'), second)
  await page.keyboard.press('Enter')
  await page.getByText('Your password has been changed.').waitFor()

  await place('Sign-in & security')
  await press(page.getByRole('link', { name: 'Set up two-step verification' }))
  // The previous page also has a password field.
  await button(page, 'Set it up').waitFor()
  await fill(password(page), second)
  await press(button(page, 'Set it up'))
  const key = await page.locator('#confirm .font-mono').innerText()
  await expectAccessible(page)
  await fill(
    page.getByLabel('Code from the app'),
    codeFor(key.replaceAll(/\s/g, ''), site.clock.now()),
  )
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Save your backup codes' }).waitFor()
  const backup = await page.getByRole('status').getByRole('listitem').first().innerText()
  await page.getByRole('status').getByRole('button', { name: 'Copy' }).waitFor()
  await page.getByRole('status').getByRole('link', { name: 'Download' }).waitFor()
  await expectAccessible(page)

  await place('Your data')
  await press(page.getByRole('link', { name: 'Delete my account' }))
  await focused(password(page))
  await page.keyboard.type(second)
  await fill(page.getByLabel('Code', { exact: true }), backup)
  await page.keyboard.press('Enter')
  await page.getByText('Your account has been deleted.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  const { deleted_at } = await readRow(site.db, 'user_profiles', 'deleted_at', {})
  expect(deleted_at).not.toBeNull()
})
