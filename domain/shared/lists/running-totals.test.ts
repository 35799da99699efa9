import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import type { OrderId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { countChanges, readTotals } from '#test/totals.ts'

// Rows are written by plain SQL here, so invariants are not checked.
const world = async () => {
  const { db } = await testDatabase({ violatesInvariants: true })
  return { db, made: make(db) }
}

/** Runs each statement, and then compares all non-zero totals. */
async function follow(db: Db, steps: readonly (readonly [string, Record<string, number>])[]) {
  for (const [statement, totals] of steps) {
    await sql.raw(statement).execute(db)
    expect({ [statement]: await readTotals(db) }).toEqual({ [statement]: totals })
  }
}

test('held deposits are counted and summed through all their changes', async () => {
  const { db, made } = await world()
  await made.deposit(await made.shopper())
  await made.deposit(await made.shopper())
  const held = (n: number, cents: number) => ({ deposits_held: n, deposits_held_cents: cents })
  expect(await readTotals(db)).toEqual(held(2, 10_000))
  const first = 'where id = (select min(id::text)::uuid from deposits)'
  await follow(db, [
    [
      `update deposits set topped_up_cents = 700, amount_cents = amount_cents + 700 ${first}`,
      held(2, 10_700),
    ],
    [`update deposits set kept_cents = 1200 ${first}`, held(2, 9500)],
    [`update deposits set kept_cents = 1000 ${first}`, held(2, 9700)],
    [`update deposits set lost_cents = 500 ${first}`, held(2, 9200)],
    [`update deposits set refund_requested_at = now(), frozen_at = now() ${first}`, held(2, 9200)],
    [`update deposits set refunded_cents = 4200 ${first}`, held(2, 5000)],
    [`update deposits set closed_at = now() ${first}`, held(1, 5000)],
    [`update deposits set closed_at = null, refunded_cents = 4000 ${first}`, held(2, 5200)],
    [`delete from deposits ${first}`, held(1, 5000)],
    ['update deposits set refunded_cents = 5000, closed_at = now()', {}],
  ])
})

test('credits owed follow all changes of lots, with what was paid for them', async () => {
  const { db, made } = await world()
  const { id } = await made.shopper()
  await sql`insert into credit_lots (id, user_id, source, source_key, granted_at, expires_at,
      payment_cents, payment_credits)
    values (gen_random_uuid(), ${id}, 'subscription', 'lot', now(), '2027-03-01 10:20Z', 2000, 30)
  `.execute(db)
  const move = (from: string, to: string, amount: number) => `
    with operation as (
      insert into credit_transactions (id, user_id, kind, amount, idempotency_key, effective_at)
        values (gen_random_uuid(), '${id}', 'grant', 1, gen_random_uuid(), now()) returning id)
    insert into credit_movements (transaction_id, lot_id, from_side, to_side, amount)
      select o.id, l.id, '${from}', '${to}', ${amount} from operation o, credit_lots l`
  const owed = (credits: number, millicents: number) => ({
    'credits_owed 2027-03-01 10:15': credits,
    'credits_owed_millicents 2027-03-01 10:15': millicents,
  })
  await follow(db, [
    [move('mint', 'available', 30), owed(30, 2_000_000)],
    [move('available', 'spent', 10), owed(20, 1_333_000)],
    [move('spent', 'available', 4), owed(24, 1_600_000)],
    [move('available', 'expired', 5), owed(19, 1_267_000)],
    [move('spent', 'revoked', 6), owed(19, 1_267_000)],
    [move('available', 'revoked', 9), owed(10, 667_000)],
  ])
  const changes = await countChanges(db)
  await sql`update credit_lots set reminded_at = now(), frozen_at = now()`.execute(db)
  expect(await countChanges(db)).toEqual(changes)
  await follow(db, [
    [
      "update credit_lots set expires_at = '2027-03-01 10:30Z'",
      {
        'credits_owed 2027-03-01 10:30': 10,
        'credits_owed_millicents 2027-03-01 10:30': 667_000,
      },
    ],
    [move('available', 'spent', 10), {}],
  ])
})

test('credits owed follow all changes of gift codes', async () => {
  const { db, made } = await world()
  const buyer = await made.shopper()
  const friend = await made.shopper()
  const order: OrderId = newId()
  await sql`insert into checkout_orders (id, user_id, product_type, amount_cents, credits, status,
      stripe_session_id, payment_intent, gift_recipient_email, created_at, paid_at, fulfilled_at)
    values (${order}, ${buyer.id}, 'gift', 5000, 100, 'fulfilled', 'cs_1', 'pi_1',
      'friend@hemline.test', now(), now(), now())`.execute(db)
  const owed = {
    'credits_owed 2027-03-01 10:15': 50,
    'credits_owed_millicents 2027-03-01 10:15': 2_500_000,
  }
  const claim = `claimed = true, claimed_at = now(), claimed_by = '${friend.id}'`
  await follow(db, [
    [
      `insert into gift_codes (id, code, buyer_id, order_id, recipient_email, credits_amount,
          expires_at, payment_intent, created_at)
        values (gen_random_uuid(), 'ABCDEFGH', '${buyer.id}', '${order}', 'friend@hemline.test', 50,
          '2027-03-01 10:29:59Z', 'pi_1', now())`,
      owed,
    ],
    ['update gift_codes set frozen_at = now(), reminded_at = now()', owed],
    ['update gift_codes set revoked_at = now(), frozen_at = null', {}],
    ['update gift_codes set revoked_at = null', owed],
    [`update gift_codes set ${claim}`, {}],
    ['update gift_codes set claimed = false, claimed_at = null, claimed_by = null', owed],
    ['delete from gift_codes', {}],
  ])
})

test('live rentals are counted until they end', async () => {
  const { db, made } = await world()
  for (const status of ['pending', 'confirmed', 'delivered', 'completed', 'cancelled'] as const)
    await made.rental({ status })
  const live = async () => (await readTotals(db)).rentals_live
  expect(await live()).toBe(3)
  await sql`update rentals set status = 'confirmed', confirmed_at = now(), confirmed_by = owner_id
    where status = 'pending'`.execute(db)
  expect(await live()).toBe(3)
  await sql`update rentals set status = 'cancelled', cancelled_at = now(), cancelled_by = renter_id,
    cancellation = 'by_shopper' where status = 'confirmed'`.execute(db)
  expect(await live()).toBe(1)
  // A rental without credits, so that it can be deleted.
  await sql`insert into rentals (id, request_key, renter_id, owner_id, item_id, deposit_id, start_date,
      end_date, total_days, credits_per_day, total_credits, created_at, answer_by)
    select gen_random_uuid(), gen_random_uuid(), renter_id, owner_id, item_id, deposit_id,
      start_date + 60, end_date + 60, total_days, credits_per_day, total_credits, created_at, created_at + interval '1 day'
    from rentals where status = 'completed'`.execute(db)
  expect(await live()).toBe(2)
  await sql`delete from booked_periods`.execute(db)
  await sql`delete from rentals where status = 'pending'`.execute(db)
  expect(await live()).toBe(1)
})

test('unpaid earnings are summed by the day on which they become payable', async () => {
  const { db, made } = await world()
  const closet = await made.closet()
  await made.payoutAccount(closet)
  const payable = (cents: number, at: string) =>
    made.correction(closet, { cents, payableAt: new Date(at) })
  await payable(2500, '2027-03-01T00:00:00Z')
  await payable(-300, '2027-03-01T23:59:59Z')
  await payable(4000, '2027-03-02T00:00:00Z')
  const first = 'earnings_unpaid_cents 2027-03-01 00:00'
  const second = 'earnings_unpaid_cents 2027-03-02 00:00'
  const both = { [first]: 2200, [second]: 4000 }
  expect(await readTotals(db)).toEqual(both)
  await sql`insert into transfers (id, owner_id, amount_cents, requested_at)
    values (gen_random_uuid(), ${closet.id}, 6200, now())`.execute(db)
  const pending = { transfers_pending_cents: 6200 }
  await follow(db, [
    [
      "update earnings set transfer_id = (select id from transfers) where payable_at < '2027-03-02Z'",
      { [second]: 4000, ...pending },
    ],
    ['update earnings set transfer_id = (select id from transfers)', pending],
    ['update earnings set transfer_id = null', { ...both, ...pending }],
  ])
})

test('pending transfers are summed until they end, and counted as waiting after a failed try', async () => {
  const { db, made } = await world()
  for (const cents of [3000, 4000]) {
    const closet = await made.closet()
    await made.payoutAccount(closet)
    await sql`insert into transfers (id, owner_id, amount_cents, requested_at)
      values (gen_random_uuid(), ${closet.id}, ${cents}, now())`.execute(db)
  }
  const pending = (cents: number) => ({ transfers_pending_cents: cents })
  const waiting = (n: number, cents: number) => ({
    transfers_waiting: n,
    transfers_waiting_cents: cents,
  })
  expect(await readTotals(db)).toEqual(pending(7000))
  const first = 'where amount_cents = 3000'
  const end = (status: string) =>
    `update transfers set status = '${status}', finished_at = now(), failure = 'x',
      stripe_transfer_id = 'tr_' || id`
  await follow(db, [
    [`update transfers set tries = 1 ${first}`, { ...pending(7000), ...waiting(1, 3000) }],
    [`update transfers set tries = 2 ${first}`, { ...pending(7000), ...waiting(1, 3000) }],
    ['update transfers set tries = tries + 1', { ...pending(7000), ...waiting(2, 7000) }],
    [`${end('made')} ${first}`, { ...pending(4000), ...waiting(1, 4000) }],
    [
      `update transfers set status = 'pending', finished_at = null ${first}`,
      { ...pending(7000), ...waiting(2, 7000) },
    ],
    [`delete from transfers ${first}`, { ...pending(4000), ...waiting(1, 4000) }],
    [end('failed'), {}],
  ])
})
