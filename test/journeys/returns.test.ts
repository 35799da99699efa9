import { expect, test } from 'vitest'
import { creditsBalance } from '#domain/credits/credits.ts'
import { expectAccessible, testBrowser } from '#test/browser.ts'
import { requestedReturn } from '#test/requested-return.ts'
import { type Hands, keyboard, mouse, withoutScript } from './hands.ts'

const site = await testBrowser()
const { make, db, clock } = site

/** The pictures of items of a test have no file. */
const mayComplain = /404/

const ways: readonly { name: string; hands: Hands; javaScript: boolean; width: number }[] = [
  { name: 'on a phone', hands: mouse, javaScript: true, width: 390 },
  { name: 'with the keyboard', hands: keyboard, javaScript: true, width: 1280 },
  { name: 'on a phone without JavaScript', hands: withoutScript, javaScript: false, width: 390 },
]

test.each(ways)('an item is sent back because it is too small $name', async (way) => {
  const { hands, javaScript, width } = way
  const closet = await make.closet({ full_name: 'Rosa Vintage' })
  const renter = await make.shopper({ full_name: 'Ann Lee' })
  const delivered = { closet, renter, title: 'Emerald gown', until: 'delivered' } as const
  const rentalId = await requestedReturn(db, delivered, clock.now())
  const plain = { width, javaScript, mayComplain }

  const page = await site.open(`/my-rentals/${rentalId}`, { as: renter, ...plain })
  await hands.press(page.getByText('Request a return'))
  await hands.press(page.getByRole('button', { name: 'Send request' }))
  await page.getByText('Please choose a reason.').waitFor()
  await page.getByLabel('What is wrong?').selectOption('does_not_fit')
  await hands.fill(page.getByLabel('In your words'), 'Too small at the waist.')
  await hands.press(page.getByRole('button', { name: 'Send request' }))
  await page.getByText('Rosa Vintage can accept or contest it until').waitFor()
  if (javaScript) await expectAccessible(page)

  const theirs = await site.open('/business', { as: closet, ...plain })
  await hands.press(theirs.getByRole('link', { name: 'A renter requested a return' }))
  await theirs.getByText('“Too small at the waist.”').waitFor()
  await hands.press(theirs.getByRole('button', { name: 'Contest' }))
  await theirs.getByText('Please say why you contest it.').waitFor()
  await hands.press(theirs.getByRole('button', { name: 'Accept the return' }))
  const sentence = 'Ann Lee gets 10 credits back once you have recorded the return.'
  await theirs.getByText(sentence, { exact: true }).waitFor()

  await page.goto(`/my-rentals/${rentalId}`)
  await page.getByText('You get 10 credits back once Rosa Vintage').waitFor()
  await page.getByText('Please send it back unworn').waitFor()
  await hands.press(page.getByRole('button', { name: 'I have sent it back' }))
  await page.getByText('Sent back').first().waitFor()
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(0)

  await theirs.goto(`/business/rentals/${rentalId}`)
  await hands.press(theirs.getByRole('button', { name: 'Mark as returned' }))
  await theirs.getByText('The item is back, and Ann Lee got 10 credits back.').waitFor()
  await page.goto('/credits')
  await page.getByText('Sent back: Emerald gown').waitFor()
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(10)
})
