import { expect, test } from 'vitest'
import { eventExamples } from '#domain/outbound/webhooks/event-examples.ts'
import { newId } from '#domain/shared/ids.ts'
import { StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'
import {
  earn,
  fillBalance,
  openAccount,
  owedCloset,
  payoutWorld,
  pendingTransfer,
  transfersAtStripe,
  transfersOf,
} from '#test/worlds/payout-world.ts'
import { mailPayout } from './mail-payout.ts'
import { makePendingTransfers, makeTransfer, untriedTransfers } from './make-transfer.ts'
import { retryTransfer } from './retry-transfer.ts'

const place = { origin: 'https://shop.test' }

test('a transfer is made once, its closet gets one email, and both lists have the same time', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  await fillBalance(world)
  const closet = await owedCloset(world, 0)
  const id = await pendingTransfer(world, closet)
  clock.advance({ seconds: 7 })
  for (let time = 0; time < 3; time += 1) await makeTransfer(db, payments.stripe, id, clock.now())
  await mailPayout(db, { of: 'transfer', id }, place, clock.now())
  await mailPayout(db, { of: 'transfer', id }, place, clock.now())

  expect(await transfersAtStripe(world)).toEqual([{ amount: 3000, transfer_group: id }])
  const { status, finished_at, stripe_transfer_id } = await readRow(
    db,
    'transfers',
    ['status', 'finished_at', 'stripe_transfer_id'],
    id,
  )
  const made = await payments.stripe.readTransfer(stripe_transfer_id ?? '')
  expect({ status, finished_at }).toEqual({ status: 'made', finished_at: made.createdAt })
  const mails = await db.selectFrom('mail_outbox').select(['template', 'subject']).execute()
  expect(mails.filter(({ template }) => template === 'payout-sent')).toEqual([
    { template: 'payout-sent', subject: 'Your payout of $30.00 is on its way' },
  ])
})

test('a closet’s webhooks get one event when a transfer is made', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  await fillBalance(world)
  const closet = await owedCloset(world, 0)
  const endpoint = { id: newId(), owner_id: closet.id, place: 1, secret: 'gcm.', events: EVENTS }
  await insertRows(db, 'webhook_endpoints', {
    ...endpoint,
    url: 'https://closet.example/',
    created_at: clock.now(),
  })
  const id = await pendingTransfer(world, closet)
  for (let time = 0; time < 2; time += 1) await makeTransfer(db, payments.stripe, id, clock.now())
  const events = await db.selectFrom('outgoing_events').select(['type', 'payload']).execute()
  expect(events).toMatchObject([{ type: 'transfer.made', payload: { id, amount_cents: 3000 } }])
  const [{ payload } = { payload: {} }] = events
  expect(Object.keys(Object(payload)).toSorted()).toEqual(
    Object.keys(eventExamples.transfer).toSorted(),
  )
})

const EVENTS = ['transfer.made' as const]

test('a transfer whose response was lost is found, even after its idempotency key has expired', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  await fillBalance(world, 2)
  const closet = await owedCloset(world, 0)
  const id = await pendingTransfer(world, closet)
  const account = await readRow(db, 'payout_accounts', 'stripe_account_id', {})
  // The request that a process sent before it crashed.
  await payments.stripe.createTransfer({
    transferId: id,
    account: account.stripe_account_id,
    amountCents: 3000,
  })
  clock.advance({ hours: 30 })
  await makeTransfer(db, payments.stripe, id, clock.now())
  expect(await transfersAtStripe(world)).toHaveLength(1)
  expect(await transfersOf(world, closet.id)).toMatchObject([{ status: 'made' }])
})

test('a transfer stays pending while the balance is too low, and is retried every day', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  const closet = await owedCloset(world, 0)
  const id = await pendingTransfer(world, closet)
  const retry = () => makePendingTransfers(db, payments.stripe, clock.now())
  await makeTransfer(db, payments.stripe, id, clock.now())
  expect(await transfersOf(world, closet.id)).toMatchObject([{ status: 'pending', tries: 1 }])
  clock.advance({ hours: 1 })
  expect(await retry()).toBe(0)
  clock.advance({ hours: 23 })
  expect(await retry()).toBe(1)
  expect(await retry()).toBe(0)
  expect(await transfersOf(world, closet.id)).toMatchObject([{ status: 'pending', tries: 2 }])
  await fillBalance(world)
  expect(await retry()).toBe(1)
  expect(await transfersOf(world, closet.id)).toMatchObject([{ status: 'made', tries: 2 }])
  expect(await transfersAtStripe(world)).toHaveLength(1)
})

test('two tries at the same time make one transfer', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  await fillBalance(world, 2)
  const closet = await owedCloset(world, 0)
  const id = await pendingTransfer(world, closet)
  const make = () => makeTransfer(db, payments.stripe, id, clock.now())
  await Promise.all([make(), make(), make()])
  expect(await transfersAtStripe(world)).toHaveLength(1)
  expect(await transfersOf(world, closet.id)).toMatchObject([{ status: 'made' }])
})

test('a refused transfer fails, its earnings are owed again, and an admin can retry it', async () => {
  const world = await payoutWorld()
  const { db, payments, clock, made } = world
  const admin = await made.admin()
  await fillBalance(world)
  const closet = await owedCloset(world, 0, { name: 'Mia Missing' })
  const id = await pendingTransfer(world, closet)
  await makeTransfer(db, payments.stripe, id, clock.now())
  await mailPayout(db, { of: 'transfer', id }, place, clock.now())
  const failure = 'insufficient_capabilities_for_transfer'
  expect(await transfersOf(world, closet.id)).toMatchObject([{ status: 'failed', failure }])
  const mails = await db.selectFrom('mail_outbox').select('template').execute()
  expect(mails.map(({ template }) => template)).toContain('payout-failed')

  const retry = () => retryTransfer(db, admin, payments.stripe, id, clock.now())
  const setAccount = (stripe_account_id: string, state: 'ready' | 'restricted') =>
    updateRows(db, 'payout_accounts', { owner_id: closet.id }, { stripe_account_id, state })
  await setAccount('acct_former', 'restricted')
  expect(await retry()).toMatchObject({ problem: { reason: 'account-not-ready' } })
  const other = await made.closet()
  const account = await openAccount(world, other.id)
  await db.deleteFrom('payout_accounts').where('owner_id', '=', other.id).execute()
  await setAccount(account, 'ready')
  await earn(world, closet.id, -400)
  const retried = await retry()
  expect(retried).toMatchObject({ ok: true })
  expect(await retry()).toMatchObject({ problem: { reason: 'already-handled' } })
  if (retried.ok) await makeTransfer(db, payments.stripe, retried.value.transferId, clock.now())
  expect(await transfersOf(world, closet.id)).toMatchObject([
    { status: 'failed', amount_cents: 3000 },
    { status: 'made', amount_cents: 2600 },
  ])
  expect(await transfersAtStripe(world)).toMatchObject([{ amount: 2600 }])
})

test('a retry needs a failed transfer and at least 25 dollars owed', async () => {
  const world = await payoutWorld()
  const { db, payments, clock, made } = world
  const admin = await made.admin()
  await fillBalance(world)
  const closet = await owedCloset(world, 0, { name: 'Mia Missing' })
  const id = await pendingTransfer(world, closet)
  const retry = () => retryTransfer(db, admin, payments.stripe, id, clock.now())
  expect(await retry()).toMatchObject({ problem: { reason: 'already-handled' } })
  await makeTransfer(db, payments.stripe, id, clock.now())
  await earn(world, closet.id, -501)
  expect(await retry()).toMatchObject({ problem: { reason: 'too-little' } })
})

test('without Connect a retry is refused and queues nothing', async () => {
  const world = await payoutWorld()
  const { db, payments, clock, made } = world
  const admin = await made.admin()
  await fillBalance(world)
  const closet = await owedCloset(world, 0, { name: 'Mia Missing' })
  const id = await pendingTransfer(world, closet)
  await makeTransfer(db, payments.stripe, id, clock.now())
  expect(await retryTransfer(db, admin, { hasConnect: false }, id, clock.now())).toMatchObject({
    problem: { reason: 'payouts-not-available' },
  })
  expect(await transfersOf(world, closet.id)).toMatchObject([{ status: 'failed' }])
  expect(await retryTransfer(db, admin, payments.stripe, id, clock.now())).toMatchObject({
    ok: true,
  })
})

test('one transfer that cannot be made does not block the others', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  await fillBalance(world, 2)
  const first = await owedCloset(world, 0)
  const failing = await pendingTransfer(world, first)
  const second = await owedCloset(world, 0)
  await pendingTransfer(world, second)
  clock.advance({ days: 1 })
  const stripe = {
    ...payments.stripe,
    findTransfers: async (id: string) => {
      if (id === failing) throw new StripeUnavailable('Stripe does not answer')
      return await payments.stripe.findTransfers(id)
    },
  }
  await expect(makePendingTransfers(db, stripe, clock.now())).rejects.toBeInstanceOf(
    StripeUnavailable,
  )
  expect(await transfersOf(world, first.id)).toMatchObject([{ status: 'pending' }])
  expect(await transfersOf(world, second.id)).toMatchObject([{ status: 'made' }])
})

test('makes only the named one of several pending transfers, with its amount, to its account', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  await fillBalance(world, 2)
  const [one, other] = [await owedCloset(world, 0), await owedCloset(world, 0)]
  await pendingTransfer(world, one, 2500)
  const id = await pendingTransfer(world, other, 2600)
  await makeTransfer(db, payments.stripe, id, clock.now())
  expect(await transfersOf(world, one.id)).toMatchObject([{ status: 'pending', tries: 0 }])
  expect(await transfersOf(world, other.id)).toMatchObject([{ status: 'made', tries: 0 }])
  expect(await transfersAtStripe(world)).toEqual([{ amount: 2600, transfer_group: id }])
  const { data } = await payments.dashboard.transfers.list()
  const { stripe_account_id } = await readRow(db, 'payout_accounts', 'stripe_account_id', {
    owner_id: other.id,
  })
  expect(data.map(({ destination }) => destination)).toEqual([stripe_account_id])
})

test('only a waiting transfer is retried after twenty hours; untried ones are listed, oldest first', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  const [waiting, second, third, last] = [
    await owedCloset(world, 0),
    await owedCloset(world, 0),
    await owedCloset(world, 0),
    await owedCloset(world, 0),
  ]
  const first = await pendingTransfer(world, waiting)
  clock.advance({ hours: 19 })
  const same = [await pendingTransfer(world, second), await pendingTransfer(world, third)]
  clock.advance({ hours: -1 })
  const older = await pendingTransfer(world, last)
  expect(await untriedTransfers(db)).toEqual([first, older, ...same.toSorted()])
  await makeTransfer(db, payments.stripe, first, clock.now())
  expect(await untriedTransfers(db)).toEqual([older, ...same.toSorted()])
  expect(await transfersOf(world, second.id)).toMatchObject([{ status: 'pending', tries: 0 }])
  const retry = () => makePendingTransfers(db, payments.stripe, clock.now())
  clock.advance({ hours: 20, seconds: -0.001 })
  expect(await retry()).toBe(0)
  clock.advance({ seconds: 0.001 })
  expect(await retry()).toBe(2)
  expect(await transfersOf(world, waiting.id)).toMatchObject([{ tries: 2 }])
  expect(await transfersOf(world, last.id)).toMatchObject([{ tries: 1 }])
  expect(await transfersOf(world, third.id)).toMatchObject([{ tries: 0 }])
})
