import { expect, test } from 'vitest'
import { expectAccessible, testBrowser } from '#test/browser.ts'
import { type Hands, keyboard, mouse, withoutScript } from './hands.ts'

const site = await testBrowser()
const { make, clock } = site

const ways: readonly { name: string; hands: Hands; javaScript: boolean; width: number }[] = [
  { name: 'on a phone', hands: mouse, javaScript: true, width: 390 },
  { name: 'without JavaScript', hands: withoutScript, javaScript: false, width: 1280 },
  { name: 'with the keyboard', hands: keyboard, javaScript: true, width: 1280 },
]

test.each(
  ways,
)('a closet sets up payouts $name: first one thing is missing, then it is paid', async ({
  hands,
  javaScript,
  width,
}) => {
  const closet = await make.closet()
  await make.correction(closet, { cents: 3000, note: 'Dry cleaning', at: clock.now() })
  const page = await site.open('/business', {
    as: closet,
    width,
    javaScript,
    inSamePage: javaScript,
  })
  // The checker is a script.
  const checkAccess = async () => {
    if (javaScript) await expectAccessible(page)
  }
  await hands.press(page.getByRole('link', { name: 'Payouts' }))
  await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor()
  await page.getByText('Dry cleaning').waitFor()
  await checkAccess()

  await hands.press(page.getByRole('button', { name: 'Set up payouts' }))
  await hands.fill(page.getByLabel('Legal name'), 'Mia Missing')
  await hands.press(page.getByRole('button', { name: 'Agree and submit' }))
  await page.getByRole('heading', { name: 'Stripe needs one more thing' }).waitFor()
  await checkAccess()

  await hands.press(page.getByRole('button', { name: 'Continue at Stripe' }))
  await hands.fill(page.getByLabel('Legal name'), 'Vera Verified')
  await hands.press(page.getByRole('button', { name: 'Agree and submit' }))
  await page.getByRole('heading', { name: 'You are paid on the 5th' }).waitFor()
  await checkAccess()

  await hands.press(page.getByRole('button', { name: 'Open your Stripe account' }))
  await hands.press(page.getByRole('button', { name: /^Disconnect/ }))
  await hands.press(page.getByRole('link', { name: 'Back' }))
  await page.getByRole('heading', { name: 'Your Stripe account was disconnected' }).waitFor()
  expect(await page.getByRole('button', { name: 'Set up payouts' }).count()).toBe(1)
})

test.each(ways)('an admin corrects earnings and announces a rate $name', async ({
  hands,
  javaScript,
  width,
}) => {
  const closet = await make.closet({ full_name: `Olive Owed ${width} ${javaScript}` })
  await make.correction(closet, { cents: 3000, note: 'Dry cleaning', at: clock.now() })
  const page = await site.open('/admin/payouts', {
    as: await make.admin(),
    width,
    javaScript,
    inSamePage: javaScript,
  })
  await hands.press(page.getByRole('link', { name: `of ${closet.fullName}` }))
  await hands.fill(page.getByLabel('Amount in dollars'), '-12.50')
  await hands.press(page.getByRole('button', { name: 'Save correction' }))
  await page.getByText('Please say why.').waitFor()
  await hands.fill(page.getByLabel('Reason'), 'Paid by check')
  await hands.press(page.getByRole('button', { name: 'Save correction' }))
  await page.getByText('The correction has been saved.').waitFor()
  await page.getByText('$17.50').first().waitFor()

  await hands.press(page.getByRole('link', { name: 'Announce a new rate' }))
  await hands.fill(page.getByLabel('Cents per credit'), '101')
  await hands.press(page.getByRole('button', { name: 'Announce' }))
  await page.getByText('Please enter 0 to 100 cents.').waitFor()
})
