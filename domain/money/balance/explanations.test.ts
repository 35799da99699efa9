import { expect, test } from 'vitest'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { compareTransfers } from '#domain/money/payouts/transfers/compare-transfers.ts'
import { makeTransfer } from '#domain/money/payouts/transfers/make-transfer.ts'
import { acceptDifference } from '#domain/money/payouts/transfers/transfer-differences.ts'
import { openSession } from '#sandbox/testing/checkout.ts'
import { balanceReading } from '#test/make/balance-reading.ts'
import { readRow } from '#test/postgres/rows.ts'
import {
  fillBalance,
  openAccount,
  owedCloset,
  payoutWorld,
  pendingTransfer,
} from '#test/worlds/payout-world.ts'

async function shop() {
  const world = await payoutWorld()
  const { unexplained, explained } = balanceReading(world)
  const shopper = await world.made.shopper()
  /** Stripe's newest transaction is of another amount. */
  const changeNewest = (cents: number) =>
    world.database.pool.query(
      `update stripe_sandbox.objects set body = body || jsonb_build_object('amount', $1::int)
        where seq = (select max(seq) from stripe_sandbox.objects
          where object = 'balance_transaction')`,
      [cents],
    )
  return { ...world, ...world.payments, shopper, unexplained, explained, changeNewest }
}

test('a payment is explained by the orders that it paid, of the same amount', async () => {
  const { shopper, payDeposit, holdDepositWithPack, processAll, made, ...world } = await shop()
  const { unexplained, explained } = world
  await payDeposit(shopper)
  // Its webhook has not arrived.
  expect(await unexplained()).toEqual([['charge', 5000]])
  await processAll()
  expect(await unexplained()).toEqual([])
  await holdDepositWithPack(await made.shopper(), null)
  expect(await unexplained()).toEqual([])
  expect(await explained()).toEqual([
    ['charge', 10_000, 'payment'],
    ['charge', 5000, 'payment'],
  ])
  await payDeposit(await made.shopper())
  await processAll()
  await world.changeNewest(5001)
  expect(await unexplained()).toEqual([['charge', 5001]])
})

test('a plan’s renewals are explained by the time that they cover', async () => {
  const { shopper, subscribe, processAll, clock, unexplained, explained } = await shop()
  await subscribe(shopper, 'subscription_monthly')
  expect(await unexplained()).toEqual([])
  clock.advance({ days: 32 })
  await processAll()
  expect(await unexplained()).toEqual([])
  expect(await explained()).toEqual([
    ['charge', 2000, 'payment'],
    ['charge', 2000, 'payment'],
  ])
})

test('a payment for something else in the same Stripe account stays unexplained', async () => {
  const { dashboard, pay, processAll, unexplained } = await shop()
  const { id } = await openSession({ stripe: dashboard })
  await pay(id)
  await processAll()
  expect(await unexplained()).toEqual([['charge', 5000]])
})

test('refunds are explained once recorded, ours and those of the dashboard, and when they fail', async () => {
  const { shopper, holdDeposit, dashboard, unexplained, explained, ...world } = await shop()
  const { processAll, holdDepositWithPack, made } = world
  const payment = await holdDeposit(shopper, 'refundFails')
  const both = await holdDepositWithPack(await made.shopper(), null)
  await processAll()
  await dashboard.refunds.create({ payment_intent: both, amount: 3001 })
  expect(await unexplained()).toEqual([['refund', -3001]])
  await processAll()
  expect(await unexplained()).toEqual([])
  await dashboard.refunds.create({ payment_intent: payment, amount: 1200 })
  await processAll()
  // It and ours of the rest have failed since, and we do not know yet.
  expect(await unexplained()).toEqual([
    ['refund_failure', 1200],
    ['refund_failure', 3800],
  ])
  await processAll()
  expect(await unexplained()).toEqual([])
  // Another fails before we know of it: both transactions explain each other.
  await dashboard.refunds.create({ payment_intent: payment, amount: 100 })
  expect(await unexplained()).toEqual([])
  expect(new Set((await explained()).map(([, , by]) => by))).toEqual(new Set(['payment', 'refund']))
})

test('a refund that differs from ours by a cent is unexplained', async () => {
  const { db, clock, shopper, holdDeposit, processAll, ...world } = await shop()
  await holdDeposit(shopper)
  expect(await requestRefund(db, shopper, clock.now())).toMatchObject({ ok: true })
  await processAll()
  await world.changeNewest(-4999)
  expect(await world.unexplained()).toEqual([['refund', -4999]])
})

test('a dispute is explained when it opens and when it is won, for each part of its payment', async () => {
  const { dashboard, clock, processAll, deliver, unexplained, explained, ...world } = await shop()
  await world.holdDepositWithPack(world.shopper, null, 'disputed')
  clock.advance({ hours: 1 })
  await deliver()
  expect(await unexplained()).toEqual([['adjustment', -10_000]])
  await processAll()
  expect(await unexplained()).toEqual([])
  const [dispute] = (await dashboard.disputes.list()).data
  const evidence = { uncategorized_text: 'winning_evidence' }
  await dashboard.disputes.update(dispute?.id ?? '', { evidence, submit: true })
  clock.advance({ seconds: 1 })
  await deliver()
  expect(await unexplained()).toEqual([['adjustment', 10_000]])
  await processAll()
  expect(await unexplained()).toEqual([])
  expect(await explained()).toMatchObject([
    ['adjustment', 10_000, 'dispute'],
    ['adjustment', -10_000, 'dispute'],
    ['charge', 10_000, 'payment'],
  ])
})

test('transfers to closets are explained, their reversals as far as we recorded them', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  const { unexplained, explained } = balanceReading(world)
  await fillBalance(world)
  const id = await pendingTransfer(world, await owedCloset(world, 0))
  await makeTransfer(db, payments.stripe, id, clock.now())
  expect(await unexplained()).toEqual([])
  const { stripe_transfer_id } = await readRow(db, 'transfers', 'stripe_transfer_id', id)
  const take = (amount: number) =>
    payments.dashboard.transfers.createReversal(stripe_transfer_id ?? '', { amount })
  await take(700)
  expect(await unexplained()).toEqual([['transfer_refund', 700]])
  await payments.processAll()
  clock.advance({ seconds: 1 })
  await take(50)
  expect(await unexplained()).toEqual([['transfer_refund', 50]])
  await payments.processAll()
  expect(await unexplained()).toEqual([])
  expect(await explained()).toMatchObject([
    ['transfer_refund', 50, 'transfer'],
    ['transfer_refund', 700, 'transfer'],
    ['transfer', -3000, 'transfer'],
    ['charge', 5000, 'payment'],
  ])
})

test('a transfer made by hand is explained with the difference that an admin accepts', async () => {
  const world = await payoutWorld()
  const { db, payments, clock, made } = world
  const { unexplained } = balanceReading(world)
  await fillBalance(world)
  const closet = await made.closet()
  const destination = await openAccount(world, closet.id)
  await payments.dashboard.transfers.create({ amount: 150, currency: 'usd', destination })
  clock.advance({ hours: 1 })
  await compareTransfers(db, payments.stripe, clock.now())
  expect(await unexplained()).toEqual([['transfer', -150]])
  const { id } = await readRow(db, 'transfer_differences', 'id', { kind: 'unknown' })
  const accepted = { id, note: 'A bonus.' }
  expect(await acceptDifference(db, await made.admin(), accepted, clock.now())).toEqual({
    ok: true,
  })
  expect(await unexplained()).toEqual([])
})

test('what goes to our bank and what Stripe takes needs no record', async () => {
  const world = await payoutWorld()
  const { db, payments } = world
  const { unexplained, explained } = balanceReading(world)
  await fillBalance(world)
  await payments.dashboard.payouts.create({ amount: 4000, currency: 'usd' })
  await db
    .insertInto('balance_transactions')
    .values({
      ...{ id: 'txn_fee', type: 'stripe_fee', amount_cents: -200, fee_cents: 0 },
      created_at: world.clock.now(),
    })
    .execute()
  expect(await unexplained()).toEqual([])
  expect((await explained()).map(([type, , by]) => [type, by]).toSorted()).toEqual([
    ['charge', 'payment'],
    ['payout', 'bank'],
    ['stripe_fee', 'stripe'],
  ])
})
