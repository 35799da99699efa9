import { test } from 'vitest'
import { expectSameRecords, type Flow, type World } from '#test/event-flows.ts'
import { make } from '#test/make/make.ts'
import { readRow } from '#test/postgres/rows.ts'
import { fillBalance, openAccount, pendingTransfer } from '#test/worlds/payout-world.ts'

/** A closet with a recorded transfer that Stripe has not answered yet. */
async function haveTransferUnderWay(world: World, bankAccount: string): Promise<string> {
  const { db, clock, payments } = world
  const made = make(db)
  await fillBalance({ payments, made, clock })
  const closet = await made.closet()
  await openAccount(world, closet.id, { bankAccount })
  const id = await pendingTransfer({ ...world, made }, closet)
  await payments.catchUp()
  return id
}

/** Stripe makes the transfer, pays part of it to the bank, and somebody takes the rest back. */
async function payAndReverse({ payments, clock, db }: World, transferId: string) {
  const { stripe_account_id: account } = await readRow(
    db,
    'payout_accounts',
    'stripe_account_id',
    {},
  )
  const made = await payments.stripe.createTransfer({ transferId, account, amountCents: 3000 })
  const { transfers, payouts } = payments.dashboard
  const payout = { amount: 1000, currency: 'usd' }
  await payouts.create(payout, { stripeAccount: account })
  await transfers.createReversal(made.id, { amount: 500 })
  await transfers.createReversal(made.id, { amount: 1500 })
  clock.advance({ days: 4 })
}

const OF_TRANSFER = ['transfer.created', 'transfer.reversed', 'transfer.reversed']
const records = (status: string, failure: string | null) => ({
  transfers: [{ status: 'made', amount_cents: 3000, reversed_cents: 2000 }],
  bank_payouts: [{ status, amount_cents: 1000, failure }],
})

const flows: readonly Flow[] = [
  {
    name: 'a transfer that is partly paid to the bank and partly taken back',
    before: (world) => haveTransferUnderWay(world, '000123456789'),
    story: payAndReverse,
    events: [...OF_TRANSFER, 'payout.paid'],
    end: records('paid', null),
  },
  {
    name: 'a transfer whose payout the bank returns',
    before: (world) => haveTransferUnderWay(world, '000111111116'),
    story: payAndReverse,
    events: [...OF_TRANSFER, 'payout.failed', 'account.updated'],
    end: records('failed', 'no_account'),
  },
]

test.for(flows)('every order of the events of $name leads to the same records', async (flow) => {
  await expectSameRecords(flow)
})
