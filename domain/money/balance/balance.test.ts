import { expect, test } from 'vitest'
import { balanceReading } from '#test/make/balance-reading.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { payoutWorld } from '#test/worlds/payout-world.ts'
import { balanceFigures, explainByHand, unexplainedPage } from './balance.ts'
import { readBalance } from './read-balance.ts'
import { sweepBalance } from './sweep-balance.ts'

async function shop() {
  const world = await payoutWorld()
  const admin = await world.made.admin()
  const { unexplained, read } = balanceReading(world)
  const figures = () => balanceFigures(world.db, admin, world.clock.now())
  return { ...world, ...world.payments, admin, unexplained, read, figures }
}

/** Transactions at Stripe, of an hour ago: more than two pages. */
async function addMany({ database, clock }: Awaited<ReturnType<typeof shop>>, count = 250) {
  await database.pool.query(
    `insert into stripe_sandbox.objects (id, object, created, body)
      select 'txn_' || n, 'balance_transaction', $1::int, jsonb_build_object('id', 'txn_' || n,
        'object', 'balance_transaction', 'amount', -n, 'available_on', $1::int, 'balance_type', 'payments',
        'created', $1::int, 'currency', 'usd', 'description', null, 'exchange_rate', null, 'fee', 0,
        'fee_details', '[]'::jsonb, 'net', -n, 'reporting_category', 'fee', 'source', null,
        'status', 'available', 'type', 'stripe_fee')
      from generate_series(1, ${count}) n`,
    [Math.floor(clock.now().getTime() / 1000) - 3600],
  )
}

const stored = async ({ db }: Awaited<ReturnType<typeof shop>>) =>
  (await readRows(db, 'balance_transactions', 'id', {})).length

test('a run reads at most a number of pages, and the next one goes on where it stopped', async () => {
  const world = await shop()
  const { db, stripe, clock } = world
  await addMany(world)
  const pages: (string | null)[] = []
  const counted = {
    listBalanceTransactions: async (from: Date, until: Date, after?: string | null) => {
      pages.push(after ?? null)
      return await stripe.listBalanceTransactions(from, until, after)
    },
  }
  expect(await readBalance(db, counted, clock.now(), 1)).toBe(100)
  clock.advance({ hours: 1 })
  expect(await readBalance(db, counted, clock.now(), 1)).toBe(100)
  clock.advance({ hours: 1 })
  expect(await readBalance(db, counted, clock.now(), 9)).toBe(50)
  expect(await stored(world)).toBe(250)
  expect(pages).toEqual([null, 'txn_151', 'txn_51'])
  // Once more, and from then on only what is new.
  clock.advance({ days: 3 })
  expect(await readBalance(db, counted, clock.now())).toBe(0)
  expect(pages).toHaveLength(6)
  clock.advance({ days: 1 })
  expect(await readBalance(db, counted, clock.now())).toBe(0)
  expect(pages).toHaveLength(7)
})

test('what Stripe lists a day late is read too', async () => {
  const world = await shop()
  const { db, stripe, clock } = world
  await readBalance(db, stripe, clock.now())
  clock.advance({ hours: 1 })
  await readBalance(db, stripe, clock.now())
  clock.advance({ hours: -22 })
  await addMany(world, 1)
  clock.advance({ hours: 22 })
  expect(await readBalance(db, stripe, clock.now())).toBe(1)
})

test('two runs at once store each transaction once', async () => {
  const world = await shop()
  const { db, stripe, clock } = world
  await addMany(world)
  const run = () => readBalance(db, stripe, clock.now())
  await Promise.all([run(), run(), run()])
  await run()
  expect(await stored(world)).toBe(250)
  expect(await readRow(db, 'balance_reading', ['after_id', 'read_until'], {})).toEqual({
    after_id: null,
    read_until: clock.now(),
  })
})

test('the share is of the cents that moved in 30 days, rounded down; the oldest is not explained', async () => {
  const { payDeposit, processAll, holdDeposit, made, clock, read, figures } = await shop()
  const none = { oldestAt: null, oldestHours: null, overdue: 0 }
  expect(await figures()).toEqual({ explainedPerMille: null, ...none })
  const paidAt = clock.now()
  await payDeposit(await made.shopper())
  await holdDeposit(await made.shopper())
  await holdDeposit(await made.shopper())
  await read()
  expect(await figures()).toEqual({
    ...{ explainedPerMille: 666, oldestAt: paidAt, oldestHours: 1, overdue: 0 },
  })
  clock.advance({ hours: 23 })
  expect(await figures()).toMatchObject({ overdue: 0 })
  clock.advance({ seconds: 1 })
  expect(await figures()).toMatchObject({ oldestHours: 24, overdue: 1 })
  await processAll()
  await read()
  expect(await figures()).toEqual({ explainedPerMille: 1000, ...none })
  clock.advance({ days: 30 })
  await read()
  expect(await figures()).toMatchObject({ explainedPerMille: null })
})

test('an admin explains a transaction once, with a note', async () => {
  const { db, admin, payDeposit, made, clock, unexplained, figures } = await shop()
  await payDeposit(await made.shopper())
  await unexplained()
  const [row] = (await unexplainedPage(db, admin)).rows
  const explain = (note: string) =>
    explainByHand(db, admin, { id: row?.id ?? '', note }, clock.now())
  expect(await explain(' \n')).toEqual({ ok: false, problem: { reason: 'note-missing' } })
  const both = await Promise.all([explain(' A test. '), explain('Another.')])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { reason: 'not-unexplained' } })
  expect(await figures()).toMatchObject({ explainedPerMille: 1000, oldestAt: null })
  expect((await unexplainedPage(db, admin)).rows).toEqual([])
  const [line] = await readRows(db, 'audit_log', ['action', 'noun', 'noun_id'], {
    action: 'explain',
  })
  expect(line).toEqual({ action: 'explain', noun: 'balance transaction', noun_id: row?.id })
})

test('unexplained transactions are listed oldest first, page by page, and found by an id', async () => {
  const world = await shop()
  const { db, admin, payDeposit, made, clock, unexplained } = world
  await addMany(world, 30)
  await db.updateTable('balance_reading').set({ read_until: null }).execute()
  await readBalance(db, world.stripe, clock.now())
  await payDeposit(await made.shopper())
  await world.read()
  await db
    .updateTable('balance_transactions')
    .set({ explained_by: null, explained_at: null })
    .execute()
  const first = await unexplainedPage(db, admin)
  const second = await unexplainedPage(db, admin, first.next)
  expect([first.rows.length, second.rows.length, second.next]).toEqual([24, 7, null])
  expect(second.rows.at(-1)).toMatchObject({ type: 'charge', amountCents: 5000, feeCents: 175 })
  const { rows } = await unexplainedPage(db, admin, null, 'txn_29')
  expect(rows.map(({ id }) => id)).toEqual(['txn_29'])
  expect(await unexplained()).toHaveLength(1)
})

test('explained transactions are kept for 13 months, others until they are explained', async () => {
  const { db, payDeposit, holdDeposit, made, clock, read } = await shop()
  await payDeposit(await made.shopper())
  await holdDeposit(await made.shopper())
  await read()
  clock.advance({ days: 396, hours: -2 })
  expect(await sweepBalance(db, clock.now())).toBe(0)
  clock.advance({ hours: 2 })
  expect(await sweepBalance(db, clock.now())).toBe(1)
  expect(await sweepBalance(db, clock.now())).toBe(0)
  expect(await readRows(db, 'balance_transactions', 'explained_by', {})).toEqual([
    { explained_by: null },
  ])
})
