import { expect, test } from 'vitest'
import { purchaseExpiry } from '#domain/money/checkout/pack-words.ts'
import type { Setup } from '#gateways/stripe/account-setup.ts'
import { handledEventTypes } from './events.ts'
import { setUpPayments } from './set-up-payments.ts'

/** What is set up in the payment account. */
async function setupFor(origin: string | null): Promise<Setup | undefined> {
  let given: Setup | undefined
  const setUp = async (setup: Setup) => {
    given = setup
    return []
  }
  await setUpPayments({ setUp }, origin)
  return given
}

test('the payment account gets every product, with both plans as prices of one product', async () => {
  const setup = await setupFor(null)
  expect(setup?.products.map(({ prices }) => prices)).toStrictEqual([
    [{ lookupKey: 'hemline_deposit', amountCents: 5000 }],
    [{ lookupKey: 'hemline_50_credits', amountCents: 5000 }],
    [{ lookupKey: 'hemline_gift', amountCents: 5000 }],
    [
      { lookupKey: expect.any(String), amountCents: 2000, interval: 'month' },
      { lookupKey: expect.any(String), amountCents: 20_000, interval: 'year' },
    ],
  ])
  expect(setup?.products.map(({ name }) => name)).toEqual([
    ...['Refundable deposit', '50 Credits', '50/50 Credit deal', '30 Monthly Credits'],
  ])
  expect(setup?.webhooks).toEqual([])
})

test('events are sent to the site, with a separate webhook for closets’ accounts', async () => {
  const url = 'https://shop.example/hooks/stripe'
  const ofAccounts = ['account.updated', 'account.application.deauthorized']
  expect((await setupFor('https://shop.example'))?.webhooks).toEqual([
    { url, events: handledEventTypes, connect: false },
    {
      ...{ url: `${url}?connect`, connect: true },
      events: [...ofAccounts, 'payout.paid', 'payout.failed'],
    },
  ])
})

test('packs and gifts are described together if they last equally long', () => {
  expect(purchaseExpiry(3)).toBe('a pack or a gift expire 3 months after the purchase')
  expect(purchaseExpiry(null)).toBe(
    'a pack expire 3 months after the purchase, and credits from a gift never expire',
  )
  expect(purchaseExpiry(12)).toBe(
    'a pack expire 3 months after the purchase, and credits from a gift 12 months after it',
  )
})
