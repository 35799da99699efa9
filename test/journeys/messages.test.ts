import { expect, test } from 'vitest'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { type InputMethod, keyboard, withoutScript } from './input-methods.ts'

const site = await testBrowser()
const { make } = site

/** Photos made by factories have no file. */
const allowedErrors = /404/

const ways: readonly { name: string; hands: InputMethod; javaScript: boolean; width: number }[] = [
  { name: 'on a phone with the keyboard', hands: keyboard, javaScript: true, width: 390 },
  { name: 'without JavaScript', hands: withoutScript, javaScript: false, width: 1280 },
]

test.each(ways)('two browsers talk about an item $name', async ({ hands, javaScript, width }) => {
  const closet = await make.closet({ full_name: 'Rosa Vintage' })
  const shopper = await make.shopper({ full_name: 'Ann Lee' })
  const item = await make.item({ closet, title: 'Emerald gown' })
  const plain = { width, javaScript, allowedErrors }
  const asking = await site.open(`/item/${item.id}`, { as: shopper, ...plain })
  await hands.press(asking.getByRole('link', { name: 'Ask about this item' }))
  await hands.fill(asking.getByLabel('Your question'), 'Is it lined?')
  await hands.press(asking.getByRole('button', { name: 'Send' }))
  await asking.getByRole('paragraph').filter({ hasText: 'Is it lined?' }).waitFor()
  const heading = asking.getByRole('heading', { name: 'Rosa Vintage' })
  await expect.poll(() => heading.evaluate(isUncovered)).toBe(true)

  const answering = await site.open('/messages', { as: closet, ...plain })
  expect(await answering.getByText('New messages').count()).toBeGreaterThan(0)
  const conversations = answering.getByRole('navigation', { name: 'Conversations' })
  await hands.press(conversations.getByRole('link', { name: /Ann Lee/ }))
  const field = answering.getByLabel('Your message')
  await field.waitFor()
  if (javaScript) await expectAccessible(answering)
  await hands.fill(field, 'Yes, in silk.')
  await hands.press(answering.getByRole('button', { name: 'Send' }))
  await answering.getByRole('paragraph').filter({ hasText: 'Yes, in silk.' }).waitFor()
  expect(await answering.getByText('New messages').count()).toBe(0)

  const typed = asking.getByLabel('Your message')
  await hands.fill(typed, 'Thank you')
  if (!javaScript) return
  // Returning to the page loads new messages and keeps the typed text.
  await asking.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await asking.getByRole('paragraph').filter({ hasText: 'Yes, in silk.' }).waitFor()
  expect(await typed.inputValue()).toBe('Thank you')
  await site.db.deleteFrom('auth_sessions').where('user_id', '=', shopper.id).execute()
  await asking.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await hands.press(asking.getByRole('button', { name: 'Send' }))
  await asking.getByText('Your session has ended.').waitFor()
  expect(await typed.inputValue()).toBe('Thank you')
  // The session ends between the check for new messages and the reload that follows.
  await asking.route('**/messages/state*', (route) => route.fulfill({ body: 'newer' }))
  const leaves = asking.waitForRequest(/\/auth/, { timeout: 1_000 }).catch(() => null)
  const reloads = asking.waitForResponse(/messages.*\.data/)
  await asking.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await reloads
  expect(await leaves).toBeNull()
  expect(new URL(asking.url()).pathname).toMatch(/^\/messages\//)
  expect(await typed.inputValue()).toBe('Thank you')
})

/** Whether nothing covers the element, such as the site header. */
function isUncovered(element: Element): boolean {
  const { left, top } = element.getBoundingClientRect()
  return document.elementFromPoint(left + 2, top + 2) === element
}
