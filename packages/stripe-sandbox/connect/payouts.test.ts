import { expect, test } from 'vitest'
import { availableCharge, onboarded, openLink, sendForm } from '#sandbox/testing/connect.ts'
import { openShop, type Shop } from '#sandbox/testing/shop.ts'

/** An account with a balance of 40 dollars. */
async function paidAccount(shop: Shop, details: Parameters<typeof onboarded>[1] = {}) {
  const account = await onboarded(shop, details)
  await availableCharge(shop)
  const amounts = { amount: 4000, currency: 'usd' }
  await shop.stripe.transfers.create({ ...amounts, destination: account })
  return account
}

async function pass(shop: Shop, days: number) {
  shop.clock.advance({ days })
  await shop.sandbox.deliverDueWebhooks()
}

const payoutEvents = (shop: Shop) =>
  shop.events.filter(({ type }) => type.startsWith('payout.')).map(({ type }) => type)

test('the money of an account goes to its bank the next day and arrives two days later', async () => {
  const shop = await openShop()
  const account = await paidAccount(shop)
  const stripeAccount = account

  await pass(shop, 1)
  const [payout] = (await shop.stripe.payouts.list({}, { stripeAccount })).data
  expect(payout).toMatchObject({ amount: 4000, automatic: true, status: 'in_transit' })
  await pass(shop, 2)

  const id = payout?.id ?? ''
  expect(await shop.stripe.payouts.retrieve(id, {}, { stripeAccount })).toMatchObject({
    status: 'paid',
  })
  expect(payoutEvents(shop)).toEqual(['payout.created', 'payout.paid'])
  expect(shop.events.at(-1)).toMatchObject({ account, data: { object: { id } } })
  const { available } = await shop.stripe.balance.retrieve({}, { stripeAccount })
  expect(available[0]?.amount).toBe(0)
  await expect(shop.stripe.payouts.retrieve(id)).rejects.toMatchObject({ code: 'resource_missing' })
  expect((await shop.stripe.payouts.list()).data).toEqual([])
})

test('a payout that the bank returns fails, and no other follows until the bank account is changed', async () => {
  const shop = await openShop()
  const stripeAccount = await paidAccount(shop, { bankAccount: '000111111116' })

  await pass(shop, 1)
  await pass(shop, 2)

  expect(payoutEvents(shop)).toEqual(['payout.created', 'payout.failed'])
  expect(await shop.stripe.accounts.retrieve(stripeAccount)).toMatchObject({
    payouts_enabled: false,
    requirements: { currently_due: ['external_account'] },
  })
  const { available } = await shop.stripe.balance.retrieve({}, { stripeAccount })
  expect(available[0]?.amount).toBe(4000)
  await expect(
    shop.stripe.payouts.create({ amount: 100, currency: 'usd' }, { stripeAccount }),
  ).rejects.toMatchObject({ code: 'payouts_not_allowed' })

  const { url } = await openLink(shop, stripeAccount)
  await sendForm(shop, url, { name: 'Vera', bankAccount: '000123456789' })
  await pass(shop, 1)
  await pass(shop, 2)
  expect(payoutEvents(shop).slice(2)).toEqual(['payout.created', 'payout.paid'])
})

test('the platform pays itself out of its own balance', async () => {
  const shop = await openShop()
  await availableCharge(shop)

  await shop.stripe.payouts.create({ amount: 4000, currency: 'usd' })

  expect((await shop.stripe.balance.retrieve()).available[0]?.amount).toBe(825)
  await expect(shop.stripe.payouts.create({ amount: 826, currency: 'usd' })).rejects.toMatchObject({
    code: 'balance_insufficient',
  })
  await pass(shop, 2)
  expect(payoutEvents(shop)).toEqual(['payout.created', 'payout.paid'])
  expect(shop.events.at(-1)).not.toHaveProperty('account')
})

test('the balance page shows the platform and each account', async () => {
  const shop = await openShop()
  const account = await paidAccount(shop)
  await pass(shop, 1)
  const page = await (await fetch(`${shop.origin}/sandbox/balance`)).text()
  expect(page).toMatch(/<dt>Available<\/dt><dd>\$8\.25<\/dd>/)
  expect(page).toContain(account)
  expect(page).toContain('$40.00')
})
