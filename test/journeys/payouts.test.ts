import { expect, test } from 'vitest'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { keyboard, withoutScript } from './input-methods.ts'

const site = await testBrowser()
const { make, clock } = site

test('with the keyboard on a phone a closet sets up payouts in two steps', async () => {
  const closet = await make.closet()
  await make.correction(closet, { cents: 3000, note: 'Dry cleaning', at: clock.now() })
  const page = await site.open('/business', { as: closet, width: 390 })
  await keyboard.press(page.getByRole('link', { name: 'Payouts', exact: true }))
  await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor()
  await page.getByText('Dry cleaning').waitFor()

  await keyboard.press(page.getByRole('button', { name: 'Set up payouts' }))
  await keyboard.fill(page.getByLabel('Legal name'), 'Mia Missing')
  await keyboard.press(page.getByRole('button', { name: 'Agree and submit' }))
  await page.getByRole('heading', { name: 'Stripe needs one more thing' }).waitFor()
  await expectAccessible(page)

  await keyboard.press(page.getByRole('button', { name: 'Continue at Stripe' }))
  await keyboard.fill(page.getByLabel('Legal name'), 'Vera Verified')
  await keyboard.press(page.getByRole('button', { name: 'Agree and submit' }))
  await page.getByRole('heading', { name: 'You are paid on the 5th' }).waitFor()
  await expectAccessible(page)

  await keyboard.press(page.getByRole('button', { name: 'Open your Stripe account' }))
  await keyboard.press(page.getByRole('button', { name: /^Disconnect/ }))
  await keyboard.press(page.getByRole('link', { name: 'Back', exact: true }))
  await page.getByRole('heading', { name: 'Your Stripe account was disconnected' }).waitFor()
  expect(await page.getByRole('button', { name: 'Set up payouts' }).count()).toBe(1)
})

test('a closet sets up payouts without JavaScript, and opens its account', async () => {
  const as = await make.closet()
  const page = await site.open('/business/payouts', { as, javaScript: false })
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.getByLabel('Legal name').fill('Vera Verified')
  await page.getByRole('button', { name: 'Agree and submit' }).click()
  await page.getByRole('heading', { name: 'You are paid on the 5th' }).waitFor()
  await page.getByRole('button', { name: 'Open your Stripe account' }).click()
  await page.getByRole('button', { name: /^Disconnect/ }).waitFor()
})

test.each([
  { name: 'without JavaScript', hands: withoutScript, javaScript: false },
  { name: 'with the keyboard', hands: keyboard, javaScript: true },
])('an admin adjusts earnings and announces a rate $name', async (way) => {
  const { hands, javaScript } = way
  const closet = await make.closet({ full_name: `Olive Owed ${javaScript}` })
  await make.correction(closet, { cents: 3000, note: 'Dry cleaning', at: clock.now() })
  const page = await site.open('/admin/payouts', { as: await make.admin(), javaScript })
  await hands.press(page.getByRole('link', { name: `of ${closet.fullName}` }))
  await hands.fill(page.getByLabel('Amount in dollars'), '-12.50')
  await hands.press(page.getByRole('button', { name: 'Save adjustment' }))
  await page.getByText('Please give a reason.').waitFor()
  await hands.fill(page.getByLabel('Reason'), 'Paid by check')
  await hands.press(page.getByRole('button', { name: 'Save adjustment' }))
  await page.getByText(`for ${closet.fullName} has been saved.`).waitFor()
  await page.getByText('$17.50').first().waitFor()

  await hands.press(page.getByRole('link', { name: 'Announce a new rate' }))
  await hands.fill(page.getByLabel('Cents per credit'), '101')
  await hands.press(page.getByRole('button', { name: 'Announce' }))
  await page.getByText('Please enter 0 to 100 cents.').waitFor()
})
