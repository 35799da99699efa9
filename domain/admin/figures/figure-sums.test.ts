import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import type { FigureName } from '#db/enums.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { foldFigures } from './figure-sums.ts'
import { incomeByMonth } from './income.ts'
import { figures } from './overview.ts'

/** A figure by quarter hour ('HH:MI'), without zeros; fails if one differs from its rows. */
async function readFigure(db: Db, name: FigureName): Promise<Record<string, number>> {
  const { rows: wrong } = await sql`select * from wrong_figures('-infinity')`.execute(db)
  expect(wrong).toEqual([])
  const rows = await db
    .selectFrom('figure_amounts')
    .select(sql<string>`to_char(period at time zone 'UTC', 'HH24:MI')`.as('at'))
    .select(sql<number>`sum(amount)::float8`.as('amount'))
    .where('name', '=', name)
    .groupBy('period')
    .having(sql<boolean>`sum(amount) <> 0`)
    .execute()
  return Object.fromEntries(rows.map(({ at, amount }) => [at, amount]))
}

// Rows are written by plain SQL here, so invariants are not checked.
async function open() {
  const database = await testDatabase({ violatesInvariants: true, isNew: true })
  const { db, pool, made } = database
  type Step = readonly [string, FigureName, Record<string, number>]
  const follow = async (steps: readonly Step[]) => {
    for (const [statement, name, expected] of steps) {
      await pool.query(statement)
      expect({ [statement]: await readFigure(db, name) }).toEqual({ [statement]: expected })
    }
  }
  return { database, db, pool, made, follow }
}

test('a new person counts until they close their account', async () => {
  const { made, follow } = await open()
  await made.shopper()
  await follow([
    ["update user_profiles set created_at = '2026-11-07 10:29:59Z'", 'people_new', { '10:15': 1 }],
    ["update user_profiles set created_at = '2026-11-07 10:30Z'", 'people_new', { '10:30': 1 }],
    ['update user_profiles set deleted_at = now()', 'people_new', {}],
    ['update user_profiles set deleted_at = null', 'people_new', { '10:30': 1 }],
  ])
})

test('a new rental counts when it is requested, whatever happens to it later', async () => {
  const { made, follow } = await open()
  await made.rental({ status: 'pending' })
  await follow([
    ["update rentals set created_at = '2026-11-07 10:14Z'", 'rentals_new', { '10:00': 1 }],
    [
      `update rentals set status = 'cancelled', cancelled_at = now(), cancelled_by = renter_id,
        cancellation = 'by_shopper'`,
      'rentals_new',
      { '10:00': 1 },
    ],
  ])
})

test('credits sold and spent count at the time of their operation, however late it is recorded', async () => {
  const { made, follow } = await open()
  const { id } = await made.shopper()
  const operation = (kind: string, amount: number, at: string) => `
    insert into credit_transactions (id, user_id, kind, amount, idempotency_key, effective_at)
    values (gen_random_uuid(), '${id}', '${kind}', ${amount}, gen_random_uuid(), '2026-11-07 ${at}Z')`
  await follow([
    [operation('purchase', 50, '10:00'), 'credits_sold', { '10:00': 50 }],
    [operation('subscription', 20, '10:14:59'), 'credits_sold', { '10:00': 70 }],
    [operation('gift_claim', 10, '09:00'), 'credits_sold', { '09:00': 10, '10:00': 70 }],
    [operation('grant', 10, '09:00'), 'credits_sold', { '09:00': 10, '10:00': 70 }],
    [operation('rental', -14, '11:00'), 'credits_spent', { '11:00': 14 }],
    [operation('cancellation', 14, '11:10'), 'credits_spent', {}],
    [operation('return_request', 4, '11:15'), 'credits_spent', { '11:15': -4 }],
    [operation('expiry', -4, '11:15'), 'credits_spent', { '11:15': -4 }],
  ])
})

test('payments and refunds count by what they were for', async () => {
  const { made, follow } = await open()
  const { id } = await made.shopper()
  const at = "timestamptz '2026-11-07 10:00Z'"
  const order = (type: string, cents: number) => `
    insert into checkout_orders (id, user_id, product_type, amount_cents, credits, created_at,
        gift_recipient_email)
      values (gen_random_uuid(), '${id}', '${type}', ${cents}, 50, ${at},
        ${type === 'gift' ? "'friend@hemline.test'" : 'null'});
    update checkout_orders set status = 'fulfilled', paid_at = ${at}, fulfilled_at = ${at}
      where status = 'open'`
  const of = (type: string) => `from checkout_orders where product_type = '${type}'`
  const refund = (type: string, cents: number) => `
    insert into refunds (id, order_id, amount_cents, reason, requested_at)
      select gen_random_uuid(), id, ${cents}, 'duplicate_payment', ${at} ${of(type)}`
  const succeed = "update refunds set status = 'succeeded', finished_at = requested_at"
  const dispute = (type: string, cents: number) => `
    insert into disputes (id, payment_intent, order_id, user_id, amount_cents, status, opened_at)
      select 'd${cents}', 'p${cents}', id, user_id, ${cents}, 'open', ${at} ${of(type)}`
  const end = (status: string) =>
    `update disputes set status = '${status}', closed_at = opened_at + interval '15 minutes'`
  await follow([
    [order('one_time', 5000), 'income_packs', { '10:00': 5000 }],
    [order('gift', 9900), 'income_gifts', { '10:00': 9900 }],
    [order('deposit', 4000), 'deposits_paid', { '10:00': 4000 }],
    [refund('one_time', 1500), 'income_refunds', {}],
    [succeed, 'income_refunds', { '10:00': 1500 }],
    [refund('deposit', 700), 'deposits_returned', {}],
    [succeed, 'deposits_returned', { '10:00': 700 }],
    [dispute('gift', 300), 'income_refunds', { '10:00': 1500 }],
    [dispute('deposit', 400), 'income_refunds', { '10:00': 1500 }],
    [end('lost'), 'income_refunds', { '10:00': 1500, '10:15': 300 }],
    [end('won'), 'income_refunds', { '10:00': 1500 }],
    ['delete from disputes', 'deposits_paid', { '10:00': 4000 }],
  ])
})

test('the last thirty days start at the exact instant, even within a quarter of an hour', async () => {
  const { db, made, pool } = await open()
  const admin = await made.admin()
  const now = new Date('2026-11-30T10:07:30Z')
  const ages = [
    '2026-10-31 10:07:29.999Z',
    '2026-10-31 10:07:30Z',
    '2026-10-31 10:15Z',
    '2026-11-30Z',
  ]
  for (const at of ages) {
    await made.shopper({ created_at: new Date(at) })
    for (const [kind, amount] of [
      ['purchase', 50],
      ['rental', -7],
    ] as const)
      await pool.query(
        `insert into credit_transactions (id, user_id, kind, amount, idempotency_key, effective_at)
         values (gen_random_uuid(), $1, $2, $3, gen_random_uuid(), $4)`,
        [admin.id, kind, amount, at],
      )
  }
  await pool.query(`update user_profiles set created_at = '2026-01-01Z' where id = '${admin.id}'`)
  const found = { newPeople: 3, creditsSold: 150, creditsSpent: 21 }
  expect(await figures(db, admin, now)).toMatchObject(found)
  await foldFigures(db)
  expect(await figures(db, admin, now)).toMatchObject(found)
})

test('a change that is committed after a fold is not lost, and several can fold', async () => {
  const { db, pool, made } = await open()
  const people = Array.from({ length: 6 }, () => made.shopper({ created_at: new Date(0) }))
  await Promise.all(people)
  const client = await pool.connect()
  onTestFinished(() => client.release())
  await client.query('begin')
  await client.query(
    "update user_profiles set created_at = '1970-01-01 00:15Z' where deleted_at is null",
  )
  expect(await foldFigures(db, 4)).toBe(4)
  await Promise.all([foldFigures(db), foldFigures(db)])
  expect(await readFigure(db, 'people_new')).toEqual({ '00:00': 6 })
  await client.query('commit')
  expect(await readFigure(db, 'people_new')).toEqual({ '00:15': 6 })
  await foldFigures(db)
  const rows = await db.selectFrom('figures').select('amount').execute()
  expect(rows).toEqual([{ amount: 6 }])
})

test('a figure that differs from its rows is found, and can be rebuilt', async () => {
  const { db, pool, made } = await open()
  await made.shopper()
  await foldFigures(db)
  expect(await integrityViolations(db)).toEqual([])
  await pool.query('update figures set amount = amount + 7')
  expect(await integrityViolations(db)).toMatchObject([
    { check_name: 'a figure of the overview is that of its rows', detail: 'differs by -7' },
  ])
  await pool.query('delete from figures; select set_running_totals()')
  expect(await integrityViolations(db)).toEqual([])
})

test('the overview reads totals per quarter hour instead of every row', async () => {
  const { database, db, pool, made } = await open()
  const admin = await made.admin()
  const now = new Date('2026-11-30T10:07:30Z')
  const ROWS = 3000
  const soon = "timestamptz '2026-11-29 12:00Z' + n * interval '1 second'"
  await pool.query(`
    set session_replication_role = replica;
    insert into user_profiles (id, full_name, email, created_at)
      select gen_random_uuid(), 'P', 'somebody-' || n || '@hemline.test', ${soon}
      from generate_series(1, ${ROWS}) n;
    insert into credit_transactions (id, user_id, kind, amount, idempotency_key, effective_at)
      select gen_random_uuid(), gen_random_uuid(), 'purchase', 50, gen_random_uuid(), ${soon}
      from generate_series(1, ${ROWS}) n;
    insert into checkout_orders (id, user_id, product_type, amount_cents, credits, status, created_at,
        paid_at, fulfilled_at)
      select gen_random_uuid(), gen_random_uuid(), 'one_time', 5000, 50, 'fulfilled', ${soon}, ${soon},
        ${soon}
      from generate_series(1, ${ROWS}) n;
    insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date,
        total_days, credits_per_day, total_credits, status, created_at, answer_by)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
        gen_random_uuid(), '2026-02-01', '2026-02-07', 7, 2, 14, 'pending', ${soon}, ${soon} + interval '1 day'
      from generate_series(1, ${ROWS}) n;
    set session_replication_role = origin;
    select set_running_totals()`)
  await foldFigures(db)
  await vacuumFilled(pool)
  const overview = (from: Db) => figures(from, admin, now)
  const income = (from: Db) => incomeByMonth(from, admin, { now, timeZone: 'Asia/Kathmandu' })
  expect(await overview(db)).toMatchObject({ newRentals: ROWS, creditsSold: ROWS * 50 })
  expect((await income(db))[0]).toMatchObject({ packs: ROWS * 5000, income: ROWS * 5000 })
  for (const read of [overview, income])
    expect(await maxRowsHandled(database, read)).toBeLessThan(500)
})
