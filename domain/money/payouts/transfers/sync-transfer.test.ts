import { expect, test } from 'vitest'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import {
  fillBalance,
  openAccount,
  owedCloset,
  type PayoutWorld,
  payoutWorld,
  pendingTransfer,
  transferByHand,
  transfersOf,
} from '#test/worlds/payout-world.ts'
import { makeTransfer } from './make-transfer.ts'
import { syncBankPayout, syncTransfer } from './sync-transfer.ts'

test('a reversal is recorded for its transfer; a transfer made by hand is not ours', async () => {
  const world = await payoutWorld()
  const { db, clock, payments } = world
  await fillBalance(world, 2)
  const start = async () => {
    const closet = await owedCloset(world, 0)
    return { closet, id: await pendingTransfer(world, closet) }
  }
  const [first, second, pending] = [await start(), await start(), await start()]
  for (const { id } of [first, second]) await makeTransfer(db, payments.stripe, id, clock.now())
  const reversed = ({ closet }: typeof first) =>
    transfersOf(world, closet.id).then(([one]) => [one?.status, one?.reversed_cents])
  const sync = (id: string) => syncTransfer(db, payments.stripe, id, clock.now())
  for (const { id } of [second, first]) {
    const [made] = await payments.stripe.findTransfers(id)
    await payments.dashboard.transfers.createReversal(made?.id ?? '', { amount: 700 })
    await sync(made?.id ?? '')
  }
  await transferByHand(world, pending.closet)
  const [byHand] = (await payments.dashboard.transfers.list({ limit: 1 })).data
  await sync(byHand?.id ?? '')
  expect(await reversed(first)).toEqual(['made', 700])
  expect(await reversed(second)).toEqual(['made', 700])
  expect(await reversed(pending)).toEqual(['pending', 0])
})

/** A closet's account with a bank payout under way. */
async function startPayout(world: PayoutWorld) {
  const { payments, made, database } = world
  const closet = await made.closet()
  const account = await openAccount(world, closet.id)
  await payments.dashboard.transfers.create({
    ...{ amount: 1000, currency: 'usd', destination: account },
  })
  const payout = await payments.dashboard.payouts.create(
    { amount: 1000, currency: 'usd' },
    { stripeAccount: account },
  )
  const arrive = (end: object) =>
    database.pool.query('update stripe_sandbox.objects set body = body || $2 where id = $1', [
      payout.id,
      JSON.stringify(end),
    ])
  return { closet, about: { account, id: payout.id }, arrive }
}

const payouts = ({ db }: PayoutWorld) =>
  db
    .selectFrom('bank_payouts')
    .select(['stripe_payout_id as id', 'owner_id', 'amount_cents', 'status', 'failure'])
    .select('reported_at as at')
    .orderBy('reported_at')
    .execute()

test('a bank payout is recorded when paid, and again, with one email, when the bank returns it', async () => {
  const world = await payoutWorld()
  const { db, clock, payments, database } = world
  await fillBalance(world)
  const { closet, about, arrive } = await startPayout(world)
  const sync = async () => {
    clock.advance({ hours: 1 })
    await syncBankPayout(db, payments.stripe, about, clock.now())
  }
  const mails = () => queuedJobs(database.pool, 'mail-payout')
  await sync()
  expect(await payouts(world)).toEqual([])
  await arrive({ status: 'paid' })
  await sync()
  const row = { id: about.id, owner_id: closet.id, amount_cents: 1000 }
  const paid = { ...row, status: 'paid', failure: null, at: clock.now() }
  await sync()
  expect(await payouts(world)).toEqual([paid])
  expect(await mails()).toEqual([])
  await arrive({ status: 'failed', failure_code: 'no_account' })
  await sync()
  const failed = { ...row, status: 'failed', failure: 'no_account', at: clock.now() }
  await sync()
  await arrive({ status: 'paid', failure_code: null })
  await sync()
  expect(await payouts(world)).toEqual([failed])
  expect(await mails()).toEqual([{ of: 'bank-payout', id: about.id }])
})

test('a bank payout belongs to its account’s closet; those of other accounts are ignored', async () => {
  const world = await payoutWorld()
  const { db, clock, payments, made } = world
  await fillBalance(world)
  const [first, second, unknown] = [
    await startPayout(world),
    await startPayout(world),
    await startPayout(world),
  ]
  await db.deleteFrom('payout_accounts').where('owner_id', '=', unknown.closet.id).execute()
  for (const { about, arrive } of [first, second, unknown]) {
    await arrive({ status: 'paid' })
    await syncBankPayout(db, payments.stripe, about, clock.now())
    clock.advance({ seconds: 1 })
  }
  const gone = { account: await made.payoutAccount(await made.closet()), id: first.about.id }
  await syncBankPayout(db, payments.stripe, gone, clock.now())
  expect((await payouts(world)).map(({ id, owner_id }) => [id, owner_id])).toEqual([
    [first.about.id, first.closet.id],
    [second.about.id, second.closet.id],
  ])
})
