import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { MANY_CLAIMS } from './gift-claims.ts'
import { signals } from './signals.ts'

const now = new Date('2026-11-29T12:00:00Z')
const before = (days: number) => new Date(now.getTime() - days * 86_400_000)

// Gifts without what they gave; their invariants are checked elsewhere.
const world = async () => {
  const database = await testDatabase({ violatesInvariants: true, isNew: true })
  return { ...database, database, admin: await database.made.admin() }
}

test('refused cards are signals by account and by card, for thirty days', async () => {
  const { db, made, admin } = await world()
  const people = [await made.shopper(), await made.shopper(), await made.shopper()]
  const fail = (person: Person | undefined, card: string, days: number) =>
    person &&
    insertRows(db, 'failed_payments', {
      ...{ id: `ch_${newId()}`, user_id: person.id, amount_cents: 5000, failed_at: before(days) },
      ...{ method: 'visa', card_last4: '0002', card_fingerprint: card, reason: 'stolen_card' },
    })
  for (const card of ['a', 'b', 'c']) await fail(people[0], card, 1)
  for (const person of people) await fail(person, 'shared', 2)
  for (const person of people) await fail(person, 'old', 31)
  const found = await signals(db, admin, now)
  expect(found.accounts).toMatchObject([{ personId: people[0]?.id, attempts: 3, cards: 3 }])
  expect(found.cards).toMatchObject([{ card: 'shared', paymentMethod: 'Visa ending in 0002' }])
  expect(found.cards[0]?.people.map(({ id }) => id).toSorted()).toEqual(
    people.map(({ id }) => id).toSorted(),
  )
})

test('gifts for oneself, for many times, and with a disputed payment are signals', async () => {
  const { db, made, admin } = await world()
  const phone = '646 555 0142'
  const buyer = await made.shopper({ phone })
  let n = 0
  const claim = async (claimer: Person, days = 1) => {
    const [id, orderId] = [newId(), newId()]
    await insertRows(db, 'checkout_orders', {
      ...{ id: orderId, user_id: buyer.id, product_type: 'gift', amount_cents: 5000, credits: 100 },
      ...{ gift_recipient_email: 'friend@hemline.test', created_at: now },
    })
    await insertRows(db, 'gift_codes', {
      ...{ id, code: `ABCDEFG${'HJKLMNPQRSTUVWXYZ'[n++]}`, buyer_id: buyer.id, order_id: orderId },
      ...{ recipient_email: 'x', credits_amount: 50, expires_at: now, created_at: now },
      ...{ payment_intent: `pi_${id}`, claimed: true, claimed_at: before(days) },
      claimed_by: claimer.id,
    })
    return id
  }
  const friend = await claim(await made.shopper({ phone: '646 555 0143' }))
  const caller = await claim(await made.shopper({ phone: '+1 6465550142' }), 2)
  const disputed = await claim(await made.shopper(), 3)
  await insertRows(db, 'disputes', {
    ...{ id: 'du_1', payment_intent: `pi_${disputed}`, user_id: buyer.id, amount_cents: 5000 },
    ...{ status: 'open', opened_at: now },
  })
  const collector = await made.shopper()
  for (let time = 0; time < MANY_CLAIMS; time++) await claim(collector, 10 - time)
  await claim(collector, 60)
  await claim(await made.shopper({ phone }), 91)
  const { gifts } = await signals(db, admin, now)
  expect(gifts.map(({ id, signs }) => [id, ...signs])).toEqual([
    [caller, 'phone'],
    [disputed, 'disputed'],
    [expect.any(String), 'many'],
  ])
  expect(gifts[2]).toMatchObject({ claimerId: collector.id, claims: MANY_CLAIMS })
  expect(gifts.map(({ id }) => id)).not.toContain(friend)
})

test('few of many rows are read', async () => {
  const { database, db, pool, admin } = await world()
  await pool.query(`
    set session_replication_role = replica;
    create temporary table n as select n, gen_random_uuid() as id,
      timestamptz '2026-11-29T12:00Z' - n * interval '1 minute' as at from generate_series(1, 8000) n;
    insert into user_profiles (id, full_name, email, phone, delivery_address)
      select id, 'Person ' || n, 'p' || n || '@hemline.test', '64655501' || (n / 2) % 90, n || ' Rose Lane'
      from n;
    insert into person_cards (user_id, method, last4, fingerprint, first_used_at, last_used_at)
      select id, 'visa', '4242', 'f' || n % 900, at, at from n;
    insert into failed_payments (id, user_id, amount_cents, method, card_last4, card_fingerprint,
        failed_at)
      select 'ch_' || n, id, 5000, 'visa', '4242', 'f' || n % 900, at from n;
    insert into gift_codes (id, code, buyer_id, order_id, recipient_email, credits_amount, expires_at,
        payment_intent, created_at, claimed, claimed_at, claimed_by)
      select gen_random_uuid(), translate(to_hex(n + 1048576 * 16), '01abcdef', 'GHJKLMNP') || 'Q', id,
        id, 'x', 50, at, 'pi_' || n, at, true, at, (select id from n m where m.n = n.n % 8000 + 1)
      from n;
    set session_replication_role = origin`)
  await vacuumFilled(pool)
  const found = await signals(db, admin, now)
  expect([found.accounts, found.cards.length, found.gifts.length]).toEqual([[], 50, 50])
  expect(await maxRowsHandled(database, (from) => signals(from, admin, now))).toBeLessThan(3000)
})
