import { expect, test } from 'vitest'
import type { TransferId } from '#db/ids.ts'
import { payClosets } from '#domain/money/payouts/pay-closets.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow } from '#test/postgres/rows.ts'
import {
  fillBalance,
  owedCloset,
  type PayoutWorld,
  payoutWorld,
  pendingTransfer,
  transfersOf,
} from '#test/worlds/payout-world.ts'
import { compareTransfers } from './compare-transfers.ts'
import { makeTransfer, untriedTransfers } from './make-transfer.ts'
import { retryTransfer } from './retry-transfer.ts'
import { syncTransfer } from './sync-transfer.ts'
import {
  acceptDifference,
  type FoundDifference,
  openDifferences,
  payoutsAreStopped,
  recordDifferences,
} from './transfer-differences.ts'

async function madeTransfer(world: PayoutWorld, closet: ClosetOwner) {
  const { db, payments, clock } = world
  const id = await pendingTransfer(world, closet)
  await makeTransfer(db, payments.stripe, id, clock.now())
  const { stripe_transfer_id } = await readRow(db, 'transfers', 'stripe_transfer_id', id)
  return { id, stripeId: stripe_transfer_id ?? '' }
}

async function compare({ db, payments, clock }: PayoutWorld) {
  clock.advance({ hours: 1 })
  return await compareTransfers(db, payments.stripe, clock.now())
}

async function kinds({ db, made }: PayoutWorld) {
  const open = await openDifferences(db, await made.admin())
  return open.map(({ kind, ourCents, stripeCents }) => [kind, ourCents, stripeCents])
}

const atStripe = ({ database: { pool } }: PayoutWorld, id: string, change: string) =>
  pool.query(`update stripe_sandbox.objects set ${change} where id = $1`, [id])

test('equal lists, compared page by page, do not stop payouts', async () => {
  const world = await payoutWorld()
  await fillBalance(world)
  const closet = await owedCloset(world, 0)
  await madeTransfer(world, closet)
  expect(await compare(world)).toBe(0)
  expect(await compare(world)).toBe(0)
  expect(await payoutsAreStopped(world.db)).toBe(false)
})

test('a different amount at Stripe stops payouts, names the transfer, and emails admins once', async () => {
  const world = await payoutWorld()
  const { db, payments, clock, made } = world
  const admin = await made.admin()
  await fillBalance(world, 2)
  const closet = await owedCloset(world, 0)
  const { id, stripeId } = await madeTransfer(world, closet)
  await atStripe(world, stripeId, `body = jsonb_set(body, '{amount}', '3100')`)
  expect(await compare(world)).toBe(1)
  expect(await compare(world)).toBe(1)
  const [difference] = await openDifferences(db, admin)
  expect(difference).toMatchObject({
    kind: 'amount',
    transferId: id,
    stripeTransferId: stripeId,
    ourCents: 3000,
    stripeCents: 3100,
    owner: { id: closet.id },
  })
  const { rows: jobs } = await world.database.pool.query(`select payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'tell-admins'`)
  expect(jobs).toMatchObject([{ payload: { event: 'transfers-differ' } }])

  // No transfer is started, made or retried any more.
  const owed = await owedCloset(world, 4000)
  const other = await owedCloset(world, 0)
  const today = calendarDateIn('America/New_York', clock.now())
  expect(await payClosets(db, payments.stripe, { now: clock.now(), today })).toBe(0)
  expect(await transfersOf(world, owed.id)).toEqual([])
  const waiting = await pendingTransfer(world, other)
  await makeTransfer(db, payments.stripe, waiting, clock.now())
  expect(await transfersOf(world, other.id)).toMatchObject([{ status: 'pending' }])
  expect(await untriedTransfers(db)).toEqual([])
  const failed = await owedCloset(world, 5000)
  const refused = { owner_id: failed.id, amount_cents: 3000, requested_at: clock.now() } as const
  const retried: TransferId = newId()
  await insertRows(db, 'transfers', {
    id: retried,
    ...refused,
    status: 'failed',
    failure: 'x',
    finished_at: clock.now(),
  })
  expect(await retryTransfer(db, admin, payments.stripe, retried, clock.now())).toMatchObject({
    problem: { reason: 'payouts-stopped' },
  })

  await atStripe(world, stripeId, `body = jsonb_set(body, '{amount}', '3000')`)
  expect(await compare(world)).toBe(0)
  expect(await payoutsAreStopped(db)).toBe(false)
  await makeTransfer(db, payments.stripe, waiting, clock.now())
  expect(await transfersOf(world, other.id)).toMatchObject([{ status: 'made' }])
})

test('finds transfers missing at Stripe, unknown to us, or sent to another account', async () => {
  const world = await payoutWorld()
  const { payments } = world
  await fillBalance(world, 4)
  const gone = await madeTransfer(world, await owedCloset(world, 0))
  const redirected = await madeTransfer(world, await owedCloset(world, 0))
  const closet = await owedCloset(world, 0)
  const known = await madeTransfer(world, closet)
  await world.database.pool.query('delete from stripe_sandbox.objects where id = $1', [
    gone.stripeId,
  ])
  await atStripe(
    world,
    redirected.stripeId,
    `body = jsonb_set(body, '{destination}', '"acct_elsewhere"')`,
  )
  const { destination } = await payments.dashboard.transfers.retrieve(known.stripeId)
  const twice = { amount: 2700, currency: 'usd', destination: String(destination) }
  await payments.dashboard.transfers.create({ ...twice, transfer_group: known.id })
  await payments.dashboard.transfers.create({ ...twice, amount: 150 })
  expect(await compare(world)).toBe(4)
  expect((await kinds(world)).map(String).toSorted()).toEqual([
    'account,3000,3000',
    'missing,3000,',
    'unknown,,150',
    'unknown,,2700',
  ])
})

test('finds a transfer that we recorded as failed but Stripe made; a pending one is no difference', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  await fillBalance(world, 2)
  const closet = await owedCloset(world, 0)
  const id = await pendingTransfer(world, closet)
  const { stripe_account_id: account } = await readRow(
    db,
    'payout_accounts',
    'stripe_account_id',
    {},
  )
  await payments.stripe.createTransfer({ transferId: id, account, amountCents: 3000 })
  expect(await compare(world)).toBe(0)
  await db.updateTable('earnings').set({ transfer_id: null }).execute()
  await db
    .updateTable('transfers')
    .set({ status: 'failed', failure: 'resource_missing', finished_at: clock.now() })
    .execute()
  expect(await compare(world)).toBe(1)
  expect(await kinds(world)).toEqual([['not_made', 3000, 3000]])
})

test('a reversal at Stripe is recorded even if its event was lost', async () => {
  const world = await payoutWorld()
  await fillBalance(world)
  const closet = await owedCloset(world, 0)
  const { stripeId } = await madeTransfer(world, closet)
  await world.payments.dashboard.transfers.createReversal(stripeId, { amount: 700 })
  expect(await compare(world)).toBe(0)
  expect(await transfersOf(world, closet.id)).toMatchObject([{ reversed_cents: 700 }])
})

test('a recorded reversal never exceeds what was sent, and the database enforces it', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  await fillBalance(world)
  const closet = await owedCloset(world, 0)
  const { id, stripeId } = await madeTransfer(world, closet)
  const setReversed = (reversed_cents: number) =>
    db.updateTable('transfers').set({ reversed_cents }).where('id', '=', id).execute()
  const constraint = 'reversal_is_part_of_a_made_transfer'
  for (const cents of [3001, -1])
    await expect(setReversed(cents), `${cents}`).rejects.toMatchObject({ constraint })
  // Somebody increased it at Stripe and reversed all of that.
  await atStripe(world, stripeId, `body = body || '{"amount": 3100, "amount_reversed": 3100}'`)
  await syncTransfer(db, payments.stripe, stripeId, clock.now())
  expect(await transfersOf(world, closet.id)).toMatchObject([
    { amount_cents: 3000, reversed_cents: 3000 },
  ])
  expect(await compare(world)).toBe(1)
  expect(await kinds(world)).toEqual([['amount', 3000, 3100]])
})

test('explaining a difference lets payouts continue; a different amount stops them again', async () => {
  const world = await payoutWorld()
  const { db, made, clock } = world
  const admin = await made.admin()
  await fillBalance(world)
  const { stripeId } = await madeTransfer(world, await owedCloset(world, 0))
  await atStripe(world, stripeId, `body = jsonb_set(body, '{amount}', '3100')`)
  await compare(world)
  const [difference] = await openDifferences(db, admin)
  if (!difference) throw new Error('there is no difference')
  const accept = (note: string) =>
    acceptDifference(db, admin, { id: difference.id, note }, clock.now())
  expect(await accept(' ')).toMatchObject({ problem: { reason: 'note-missing' } })
  expect(await accept('A test of ours.')).toMatchObject({ ok: true })
  expect(await accept('Again.')).toMatchObject({ problem: { reason: 'difference-not-found' } })
  await compare(world)
  expect(await payoutsAreStopped(db)).toBe(false)
  await atStripe(world, stripeId, `body = jsonb_set(body, '{amount}', '3200')`)
  await compare(world)
  expect(await kinds(world)).toEqual([['amount', 3000, 3200]])
})

test('a difference older than the compared period stays open until it is explained', async () => {
  const world = await payoutWorld()
  await fillBalance(world)
  const { stripeId } = await madeTransfer(world, await owedCloset(world, 0))
  await atStripe(world, stripeId, `body = jsonb_set(body, '{amount}', '3100')`)
  await compare(world)
  world.clock.advance({ days: 60 })
  expect(await compare(world)).toBe(0)
  expect(await kinds(world)).toEqual([['amount', 3000, 3100]])
})

test('a list of several pages is compared to its end', async () => {
  const world = await payoutWorld()
  const { database, clock } = world
  await fillBalance(world)
  const { stripeId } = await madeTransfer(world, await owedCloset(world, 0))
  // Older transfers to an unrelated account, and one of ours at the end of the list.
  await database.pool.query(
    `insert into stripe_sandbox.objects (id, object, created, body)
      select 'tr_copy' || n, object, created + n, body || jsonb_build_object('id', 'tr_copy' || n,
        'created', created + n, 'destination', 'acct_elsewhere', 'transfer_group', null)
      from stripe_sandbox.objects, generate_series(1, 250) n where id = $1`,
    [stripeId],
  )
  clock.advance({ hours: 1 })
  expect(await compare(world)).toBe(0)
  await atStripe(world, stripeId, `body = jsonb_set(body, '{amount}', '3100')`)
  expect(await compare(world)).toBe(1)
})

test('a transfer that differs from the sum of its earnings stops the run', async () => {
  const database = await testDatabase({ violatesInvariants: true })
  const world = await payoutWorld(database)
  await fillBalance(world)
  const closet = await owedCloset(world, 0)
  const { id } = await madeTransfer(world, closet)
  await world.db.updateTable('transfers').set({ amount_cents: 2900 }).where('id', '=', id).execute()
  await atStripe(
    world,
    (await world.payments.stripe.findTransfers(id))[0]?.id ?? '',
    `body = jsonb_set(body, '{amount}', '2900')`,
  )
  await compare(world)
  expect(await kinds(world)).toEqual([['earnings', 2900, 3000]])
})

test('the newest hundred differences are shown until a later comparison no longer finds them', async () => {
  const { db } = await testDatabase({ violatesInvariants: true })
  const admin = await make(db).admin()
  const from = new Date('2026-12-01T00:00:00Z')
  const at = (seconds: number) => new Date(from.getTime() + seconds * 1000)
  const found = (n: number): FoundDifference => ({
    ...{ kind: 'unknown', transferId: null, stripeTransferId: `tr_${n}`, ownerId: null },
    ...{ ourCents: null, stripeCents: n, madeAt: n === 0 ? at(-1) : from },
  })
  const many = Array.from({ length: 101 }, (_, n) => found(n))
  await recordDifferences(db, many.slice(1), from, at(1))
  await recordDifferences(db, many, from, at(2))
  const shown = async () => (await openDifferences(db, admin)).map(({ stripeCents }) => stripeCents)
  const newestFirst = Array.from({ length: 99 }, (_, n) => 100 - n)
  expect(await shown()).toEqual([0, ...newestFirst])
  expect((await openDifferences(db, admin))[0]).toMatchObject({ owner: null, foundAt: at(2) })
  await recordDifferences(db, [found(7)], from, at(3))
  // The other difference is older than the compared period.
  expect(await shown()).toEqual([0, 7])
  await recordDifferences(db, [], at(-1), at(4))
  expect(await shown()).toEqual([])
  expect(await payoutsAreStopped(db)).toBe(false)
  await recordDifferences(db, [found(7)], from, at(5))
  expect(await shown()).toEqual([7])
})
