import { expect, test } from 'vitest'
import { availableCharge, onboarded } from '#sandbox/testing/connect.ts'
import { openShop } from '#sandbox/testing/shop.ts'
import { gatewayOf } from '#test/shop-gateway.ts'
import { StripeUnavailable } from './stripe-errors.ts'

test('a transfer is made once, is found by our id, and uses available money', async () => {
  const shop = await openShop()
  const stripe = gatewayOf(shop)
  const account = await onboarded(shop)
  await availableCharge(shop)
  expect(await stripe.availableCents()).toBe(4825)

  // The response is lost, and Stripe's client retries the transfer.
  await shop.askForFault({ kind: 'drop_after', path: '/v1/transfers', method: 'POST' })
  const transfer = { transferId: 't1', account, amountCents: 2500 }
  const made = await stripe.createTransfer(transfer)

  expect(made).toEqual({ ...transfer, id: made.id, reversedCents: 0, createdAt: shop.clock.now() })
  expect(await stripe.createTransfer(transfer)).toEqual(made)
  expect(await stripe.findTransfers('t1')).toEqual([made])
  expect(await stripe.findTransfers('t2')).toEqual([])
  expect(await stripe.availableCents()).toBe(2325)
  await shop.stripe.transfers.createReversal(made.id, { amount: 500 })
  expect(await stripe.findTransfers('t1')).toMatchObject([{ reversedCents: 500 }])
})

test('a refused transfer has a reason, and one during an outage may succeed later', async () => {
  const shop = await openShop()
  const stripe = gatewayOf(shop)
  const transfer = { transferId: 't1', account: await onboarded(shop), amountCents: 2500 }
  await expect(stripe.createTransfer(transfer)).rejects.toMatchObject({
    code: 'balance_insufficient',
  })
  const account = await onboarded(shop, { name: 'Mia Missing' })
  await expect(stripe.createTransfer({ ...transfer, account })).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  })
  await shop.askForFault({ kind: 'status', path: '/v1/transfers', status: 503, times: 3 })
  await expect(stripe.createTransfer(transfer)).rejects.toBeInstanceOf(StripeUnavailable)
})

test('transfers between two instants are read page by page, newest first', async () => {
  const shop = await openShop()
  const stripe = gatewayOf(shop)
  const account = await onboarded(shop)
  for (let charge = 0; charge < 3; charge += 1) await availableCharge(shop)
  const from = shop.clock.now()
  for (let number = 0; number < 101; number += 1) {
    await stripe.createTransfer({ transferId: `t${number}`, account, amountCents: 100 })
    shop.clock.advance({ seconds: 1 })
  }
  const until = shop.clock.now()
  await stripe.createTransfer({ transferId: 'later', account, amountCents: 100 })

  const first = await stripe.listTransfers(from, until)
  const second = await stripe.listTransfers(from, until, first.next)

  expect(first.transfers).toHaveLength(100)
  expect(first.transfers[0]?.transferId).toBe('t100')
  expect(second.transfers.map(({ transferId }) => transferId)).toEqual(['t0'])
  expect(second.next).toBeNull()
  expect((await stripe.listTransfers(until, until)).transfers).toEqual([])
})

test('a later attempt has its own idempotency key, and a transfer can be read by its id', async () => {
  const shop = await openShop()
  const stripe = gatewayOf(shop)
  const transfer = { transferId: 't1', account: await onboarded(shop), amountCents: 2500 }
  await expect(stripe.createTransfer(transfer)).rejects.toMatchObject({
    code: 'balance_insufficient',
  })
  await availableCharge(shop)
  const made = await stripe.createTransfer({ ...transfer, attempt: 1 })
  expect(await stripe.readTransfer(made.id)).toEqual(made)
  const keys = await shop.pool.query(`select key from stripe_sandbox.idempotency_keys
    where key like 'transfer:%'`)
  expect(keys.rows).toEqual([{ key: 'transfer:t1:1' }])
})

test('a payout of an account is under way, then paid, or returned by the bank', async () => {
  const shop = await openShop()
  const stripe = gatewayOf(shop)
  await availableCharge(shop)
  const good = await onboarded(shop)
  const bad = await onboarded(shop, { bankAccount: '000111111116' })
  const payouts: { account: string; id: string }[] = []
  for (const account of [good, bad]) {
    await shop.stripe.transfers.create({ amount: 2000, currency: 'usd', destination: account })
    const { id } = await shop.stripe.payouts.create(
      { amount: 2000, currency: 'usd' },
      { stripeAccount: account },
    )
    payouts.push({ account, id })
  }
  const states = () => Promise.all(payouts.map(({ account, id }) => stripe.readPayout(account, id)))
  expect((await states()).map((state) => state?.status)).toEqual(['under_way', 'under_way'])
  shop.clock.advance({ days: 5 })
  await shop.sandbox.deliverDueWebhooks()
  expect(await states()).toEqual([
    { amountCents: 2000, status: 'paid', failure: null },
    { amountCents: 2000, status: 'failed', failure: 'no_account' },
  ])
})
