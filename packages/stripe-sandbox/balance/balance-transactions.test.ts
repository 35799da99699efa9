import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openSession, paidSession, submitCard } from '#sandbox/testing/checkout.ts'
import { availableCharge, onboarded } from '#sandbox/testing/connect.ts'
import { openShop, type Shop } from '#sandbox/testing/shop.ts'

type Listed = Stripe.BalanceTransactionListParams

async function movements(shop: Shop, params: Listed = {}) {
  const { data } = await shop.stripe.balanceTransactions.list(params)
  return data.map(({ type, amount, fee, net }) => [type, amount, fee, net])
}

async function expectSumIsBalance(shop: Shop) {
  const { data } = await shop.stripe.balanceTransactions.list({ limit: 100 })
  const of = (status: string) =>
    data.filter((one) => one.status === status).reduce((sum, { net }) => sum + net, 0)
  const { available, pending } = await shop.stripe.balance.retrieve()
  expect([of('available'), of('pending')]).toEqual([available[0]?.amount, pending[0]?.amount])
}

test('charges, refunds and refunds that fail are listed, newest first', async () => {
  const shop = await openShop()
  const { intentId } = await paidSession(shop, { card: 'refundFails' })
  const refund = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 1000 })
  shop.clock.advance({ seconds: 20 })
  await shop.sandbox.deliverDueWebhooks()
  expect(await movements(shop)).toEqual([
    ['refund_failure', 1000, 0, 1000],
    ['refund', -1000, 0, -1000],
    ['charge', 5000, 175, 4825],
  ])
  const failed = await shop.stripe.refunds.retrieve(refund.id)
  const sources = await shop.stripe.balanceTransactions.list({ source: refund.id })
  expect(sources.data.map(({ id }) => id)).toEqual([
    failed.failure_balance_transaction,
    failed.balance_transaction,
  ])
  await expectSumIsBalance(shop)
  shop.clock.advance({ days: 2 })
  await expectSumIsBalance(shop)
})

test('a dispute takes its money with a fee, and returns it once it is won', async () => {
  const shop = await openShop()
  await submitCard(shop, (await openSession(shop)).id, { card: 'disputed' })
  shop.clock.advance({ seconds: 20 })
  await shop.sandbox.deliverDueWebhooks()
  const [dispute] = (await shop.stripe.disputes.list()).data
  const evidence = { uncategorized_text: 'winning_evidence' }
  await shop.stripe.disputes.update(dispute?.id ?? '', { evidence, submit: true })
  await shop.sandbox.deliverDueWebhooks()
  expect(await movements(shop, { source: dispute?.id })).toEqual([
    ['adjustment', 5000, 0, 5000],
    ['adjustment', -5000, 1500, -6500],
  ])
  await expectSumIsBalance(shop)
})

test('transfers, reversals and payouts are listed with what moved the money', async () => {
  const shop = await openShop()
  const destination = await onboarded(shop)
  await availableCharge(shop)
  const transfer = await shop.stripe.transfers.create({
    amount: 4000,
    currency: 'usd',
    destination,
  })
  await shop.stripe.transfers.createReversal(transfer.id, { amount: 1500 })
  await shop.stripe.payouts.create({ amount: 100, currency: 'usd' })
  expect((await movements(shop)).slice(0, 3)).toEqual([
    ['payout', -100, 0, -100],
    ['transfer_refund', 1500, 0, 1500],
    ['transfer', -4000, 0, -4000],
  ])
  const { data } = await shop.stripe.balanceTransactions.list({ expand: ['data.source'] })
  expect(data[1]?.source).toMatchObject({ object: 'transfer_reversal', transfer: transfer.id })
  await expectSumIsBalance(shop)
})

test('a list is read in pages from a time on', async () => {
  const shop = await openShop()
  await paidSession(shop)
  shop.clock.advance({ hours: 1 })
  const from = Math.floor(shop.clock.now().getTime() / 1000)
  await paidSession(shop)
  await paidSession(shop)
  const since: Listed = { created: { gte: from }, limit: 1 }
  const first = await shop.stripe.balanceTransactions.list(since)
  const last = first.data[0]?.id ?? ''
  const second = await shop.stripe.balanceTransactions.list({ ...since, starting_after: last })
  expect([first, second].map(({ data, has_more }) => [data.length, has_more])).toEqual([
    [1, true],
    [1, false],
  ])
})

test('what a sandbox moved before it had balance transactions is in its balance', async () => {
  const shop = await openShop()
  const destination = await onboarded(shop)
  await availableCharge(shop)
  await shop.stripe.transfers.create({ amount: 400, currency: 'usd', destination })
  const { intentId } = await paidSession(shop)
  await shop.stripe.refunds.create({ payment_intent: intentId, amount: 1000 })
  await submitCard(shop, (await openSession(shop)).id, { card: 'disputed' })
  shop.clock.advance({ seconds: 20 })
  await shop.sandbox.deliverDueWebhooks()
  const sorted = async () => (await movements(shop)).map((one) => one.join(' ')).sort()
  const before = await sorted()
  await shop.pool.query(`delete from stripe_sandbox.objects where object = 'balance_transaction'`)
  await shop.pool.query(`update stripe_sandbox.version set steps = steps - 1`)
  const upgraded = shop.another()
  upgraded.start()
  await upgraded.deliverDueWebhooks()
  expect(await sorted()).toEqual(before)
  await expectSumIsBalance(shop)
  await upgraded.close()
})
