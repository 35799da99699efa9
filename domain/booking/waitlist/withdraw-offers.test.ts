import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { ItemId, WaitlistEntryId } from '#db/ids.ts'
import { writeLending } from '#domain/catalogue/items/fields/lending.ts'
import { changeMany } from '#domain/catalogue/items/listing/change-many.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { day, hoursLater, now, origin, waitlistWorld } from '#test/worlds/waitlist-world.ts'
import { offerDueDays } from './due-entries.ts'
import { notifyAboutWaitlist } from './waitlist-notifications.ts'

const { db } = await testDatabase()
const { made, mustJoin, statusOf, rentedItem, rent } = waitlistWorld(db)
const early = { start: day('2026-12-05'), end: day('2026-12-07') }
const late = { start: day('2026-12-09'), end: day('2026-12-10') }

const setAhead = async (closet: ClosetOwner, itemId: ItemId, advanceBooking: boolean) => {
  const change = { kind: 'lending', advanceBooking, turnaroundDays: 0 } as const
  return await changeMany(db, closet, { ids: [itemId] }, change, now)
}

/** An item with advance booking, and two people with offers for different days of it. */
async function twoOffers() {
  const { closet, item, cancel } = await rentedItem({ advance_booking: true })
  const [first, second] = [await made.readyShopper(), await made.readyShopper()]
  const one = await mustJoin(first, item.id, late)
  const two = await mustJoin(second, item.id, early, hoursLater(1))
  await cancel(hoursLater(2))
  expect(await statusOf(one, two)).toEqual(['offered', 'offered'])
  return { closet, item, first, second, one, two }
}

const entryOf = async (id: WaitlistEntryId) =>
  await db
    .selectFrom('waitlist_entries')
    .select(['status', 'offered_at', 'offer_expires_at'])
    .where('id', '=', id)
    .executeTakeFirst()

const violations = async () => (await sql`select * from invariant_violations`.execute(db)).rows

test('turning off advance booking keeps the offer of the first in line, who can rent the item', async () => {
  const { closet, item, first, second, one, two } = await twoOffers()
  const before = await entryOf(one)
  await setAhead(closet, item.id, false)
  expect(await entryOf(one)).toEqual(before)
  expect(await entryOf(two)).toEqual({
    status: 'waiting',
    offered_at: null,
    offer_expires_at: null,
  })
  await offerDueDays(db, hoursLater(3))
  expect(await statusOf(one, two)).toEqual(['offered', 'waiting'])
  const lines = await readRows(db, 'audit_log', ['actor_id', 'before', 'after'], {
    noun_id: item.id,
    action: 'withdraw offer',
  })
  const states = { before: { status: 'offered' }, after: { status: 'waiting' } }
  expect(lines).toEqual([{ actor_id: null, ...states }])
  expect(await violations()).toEqual([])
  expect(await rent(second, item.id, early)).toMatchObject({ problem: { reason: 'dates-taken' } })
  expect(await rent(first, item.id, late)).toMatchObject({ ok: true })
})

test('while the item is rented, all wait again, and a second offer has its own email', async () => {
  const { closet, item, second, one, two } = await twoOffers()
  const renter = await made.shopper()
  await made.rental({ item, renter, start: '2027-01-04', createdAt: now })
  const mail = async () => {
    const place = { origin, timeZone: 'America/New_York' }
    await notifyAboutWaitlist(db, { entryId: two, event: 'offer' }, place, now)
    return await readRows(db, 'mail_outbox', 'template', { to_address: second.email })
  }
  const offer = { template: 'waitlist-offer' }
  expect(await mail()).toEqual([offer])
  await setAhead(closet, item.id, false)
  expect(await statusOf(one, two)).toEqual(['waiting', 'waiting'])
  expect(await mail()).toEqual([offer])
  expect(await violations()).toEqual([])
  await setAhead(closet, item.id, true)
  await offerDueDays(db, hoursLater(3))
  expect(await statusOf(one, two)).toEqual(['offered', 'offered'])
  expect(await mail()).toEqual([offer, offer])
  expect(await mail()).toEqual([offer, offer])
})

test('a shopper who lost an offer that way gets one for another item that was due', async () => {
  const { item, second, two } = await twoOffers()
  const other = await rentedItem()
  const elsewhere = await mustJoin(second, other.item.id)
  await other.cancel()
  expect(await statusOf(elsewhere)).toEqual(['waiting'])
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  const oneAtATime = { advanceBooking: false, turnaroundDays: 0 }
  await inTransaction(db, (tx) => writeLending(tx, [item.id], oneAtATime, now))
  const { rows } = await sql`select t.identifier from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id`.execute(db)
  expect(rows).toEqual([{ identifier: 'offer-due-days' }])
  await offerDueDays(db, hoursLater(3))
  expect(await statusOf(two, elsewhere)).toEqual(['waiting', 'offered'])
})

test('an item that still has advance booking keeps all its offers', async () => {
  const { closet, item, one, two } = await twoOffers()
  const change = { kind: 'lending', advanceBooking: true, turnaroundDays: 1 } as const
  await changeMany(db, closet, { ids: [item.id] }, change, now)
  expect(await statusOf(one, two)).toEqual(['offered', 'offered'])
})
