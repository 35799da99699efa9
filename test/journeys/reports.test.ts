import { expect, test } from 'vitest'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { type InputMethod, keyboard, withoutScript } from './input-methods.ts'

const site = await testBrowser()
const { make, db } = site

/** Photos made by factories have no file. */
const allowedErrors = /404/

const ways: readonly { name: string; hands: InputMethod; javaScript: boolean; width: number }[] = [
  {
    name: 'with the keyboard, and its closet blocked',
    hands: keyboard,
    javaScript: true,
    width: 1280,
  },
  {
    name: 'on a phone without JavaScript, and taken down',
    hands: withoutScript,
    javaScript: false,
    width: 390,
  },
]

test.each(ways)('a listing is reported and decided $name', async ({ hands, javaScript, width }) => {
  const admin = await make.admin()
  const closet = await make.closet({ full_name: 'Rosa Vintage' })
  const shopper = await make.shopper({ full_name: 'Ann Lee' })
  const item = await make.item({ closet, title: 'Emerald gown' })
  const plain = { width, javaScript, allowedErrors }
  const page = await site.open(`/item/${item.id}`, { as: shopper, ...plain })
  await hands.press(page.getByRole('link', { name: 'Report this listing' }))
  await hands.press(page.getByRole('button', { name: 'Send report' }))
  await page.getByText('Please say what is wrong.').waitFor()
  const choose = async (on: typeof page, label: string, option: string) => {
    const field = on.getByLabel(label)
    if (hands !== keyboard) return void (await field.selectOption({ label: option }))
    const typed = async () => {
      await hands.fill(field, option)
      return await field.locator('option:checked').textContent()
    }
    // A browser restarts the search in a list if a letter comes more than a second after the last.
    await expect.poll(typed, { interval: 1_100 }).toBe(option)
  }
  await choose(page, 'What is wrong?', 'Counterfeit item')
  await hands.fill(page.getByLabel('What happened?'), 'The label is misspelled.')
  await hands.press(page.getByRole('button', { name: 'Send report' }))
  await page.getByText('You reported this on').waitFor()

  const desk = await site.open('/admin/reports', { as: admin, ...plain })
  await hands.press(desk.getByRole('link', { name: 'Emerald gown' }))
  await desk.getByText('The label is misspelled.').waitFor()
  if (javaScript) await expectAccessible(desk)
  const outcome = javaScript ? 'a warning' : 'remove the listing'
  await choose(desk, 'Outcome', `It breaks our terms: ${outcome}`)
  await hands.fill(desk.getByLabel('Reasons'), 'The label is not that of the brand.')
  await hands.press(desk.getByRole('button', { name: 'Submit decision' }))
  await desk.getByText('No report to decide').waitFor()
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['to_address', 'text_body'])
    .where('template', 'in', ['report-decided', 'report-about-you-decided'])
    .where('to_address', 'in', [shopper.email, closet.email])
    .execute()
  expect(mails.map(({ to_address }) => to_address).toSorted()).toEqual(
    [shopper.email, closet.email].toSorted(),
  )
  for (const { text_body } of mails)
    expect(text_body).toContain('The label is not that of the brand.')

  if (!javaScript) {
    const removed = await page.goto(`${site.origin}/item/${item.id}`)
    expect(removed?.status()).toBe(404)
    return
  }
  await page.goto(`${site.origin}/closets/${closet.id}`)
  await hands.press(page.getByRole('link', { name: 'Block this closet' }))
  await hands.press(page.getByRole('button', { name: 'Block', exact: true }))
  await page.getByText('Blocked on').waitFor()
  await expectAccessible(page)
  await hands.press(page.getByRole('button', { name: 'Unblock Rosa Vintage' }))
  await page.getByText('You have not blocked anyone').waitFor()
})
