import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import {
  findRenterToken,
  readRenterCalendar,
  removeRenterCalendarOf,
  renewRenterToken,
} from '#domain/booking/rentals/lists/renter-calendar.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { newId } from '#domain/shared/ids.ts'
import { encodeCursor } from '#domain/shared/lists/page.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'
import { findRentalRecord, type RentalSide, rentalRecords } from './rental-records.ts'

const { db, made } = await testDatabase()
const noon = new Date('2026-11-20T17:00:00Z')
const today = parseCalendarDate('2026-11-20') ?? expect.unreachable()
const free = () => made.item({ creditsPerDay: 0, advance_booking: true })

test('a program reads pages of 100 rentals of its own side, newest first', async () => {
  const closet = await made.closet()
  const renter = await made.shopper()
  const item = await made.item({ closet, creditsPerDay: 0, advance_booking: true })
  const rent = { item, renter, createdAt: noon, days: 2 }
  const one = await made.rental({ ...rent, status: 'cancelled' })
  const copies = Array.from({ length: 99 }, () => ({ ...one, id: newId(), request_key: newId() }))
  await db.insertInto('rentals').values(copies).execute()
  const newer = new Date(noon.getTime() + 1000)
  const live = await made.rental({ ...rent, createdAt: newer, start: '2026-12-01' })
  const ids = [live.id, ...copies.map(({ id }) => id).toReversed(), one.id]
  // Rentals of other sides: one of the same item, one of the same renter.
  const other = await made.rental({ item, start: '2027-01-01', createdAt: noon })
  const elsewhere = await made.rental({ renter, item: await free(), createdAt: noon })
  const read = async (side: RentalSide, after: string | null, live = false) => {
    const { rows, next } = await rentalRecords(db, side, { live, after }, today)
    return { ids: rows.map(({ id }) => id), next }
  }
  const asRenter = { as: 'renter', who: renter } as const
  const asOwner = { as: 'owner', who: closet } as const
  for (const [side, foreign] of [
    [asRenter, other.id],
    [asOwner, elsewhere.id],
  ] as const) {
    const first = await read(side, null)
    const second = await read(side, first.next)
    const all = [...first.ids, ...second.ids]
    expect(all.filter((id) => ids.includes(id))).toEqual(ids)
    expect([first.ids.length, all.length, second.next]).toEqual([100, 102, null])
    expect(all).not.toContain(foreign)
    expect(await findRentalRecord(db, side, foreign, today)).toBeNull()
  }
  expect((await read(asRenter, null, true)).ids).toEqual([live.id, elsewhere.id])
  const before = encodeCursor([noon.toISOString(), '00000000-0000-7000-8000-000000000000'])
  expect(await read(asOwner, before)).toEqual({ ids: [], next: null })
})

test('delivery details are included until the rental is over, and the moves are those of the side', async () => {
  const closet = await made.closet()
  const renter = await made.shopper()
  const item = await made.item({ closet, title: 'Silk cape', creditsPerDay: 2 })
  const { id } = await made.rental({ item, renter, createdAt: noon })
  const where = {
    renter_phone: '646 555 0100',
    delivery_address: '1 Main St',
    delivery_notes: 'Bell',
  }
  await db.updateTable('rentals').set(where).where('id', '=', id).execute()
  const read = async (as: 'renter' | 'owner') =>
    await findRentalRecord(
      db,
      as === 'renter' ? { as, who: renter } : { as, who: closet },
      id,
      today,
    )
  expect(await read('owner')).toMatchObject({
    ...{ title: 'Silk cape', renter_name: renter.fullName, owner_name: closet.fullName },
    ...{ start_date: '2026-11-21', end_date: '2026-11-27', total_days: 7, total_credits: 14 },
    ...{ status: 'pending', stage: 'requested', requested_at: noon, deposit_amount: 5000 },
    ...{ deposit_kept_amount: 0, handover_method: null, cancelled_at: null, ...where },
    moves: expect.arrayContaining(['accept']),
  })
  expect((await read('renter'))?.moves).not.toContain('accept')
  const cancelled = await cancelRental(db, renter, { rentalId: id, origin: '' }, noon)
  expect(cancelled).toMatchObject({ ok: true })
  expect(await read('renter')).toMatchObject({
    ...{ renter_phone: null, delivery_address: null, delivery_notes: null, moves: [] },
    ...{ cancellation: 'by_shopper', cancelled_at: noon },
  })
})

test('a renter’s calendar has rentals of the past year that were not canceled, latest first', async () => {
  const renter = await made.shopper()
  const closet = await made.closet()
  const item = await made.item({
    closet,
    title: 'Silk cape',
    creditsPerDay: 0,
    advance_booking: true,
  })
  expect(await findRenterToken(db, renter)).toBeNull()
  await renewRenterToken(db, renter, noon)
  await renewRenterToken(db, await made.shopper(), noon)
  const first = await findRenterToken(db, renter)
  const rent = (start: string, status: 'pending' | 'cancelled' | 'completed', at = noon) =>
    made.rental({ item, renter, start, days: 2, status, createdAt: at })
  const yearAgo = addDays(today, -365)
  await rent(addDays(yearAgo, -2), 'completed')
  const old = await rent(addDays(yearAgo, -1), 'completed', new Date(noon.getTime() + 2))
  await rent('2026-12-01', 'cancelled')
  const next = await rent('2026-12-01', 'pending')
  const latest = await rent('2026-11-25', 'pending', new Date(noon.getTime() + 1))
  const tie = await rent('2026-12-10', 'pending')
  await made.rental({ item, start: '2027-01-01', createdAt: noon })
  const read = async (token: string | null) => await readRenterCalendar(db, token ?? '', today)
  expect((await read(first))?.map(({ rentalId }) => rentalId)).toEqual([
    ...[old.id, latest.id, tie.id, next.id],
  ])
  expect(await readRenterCalendar(db, first ?? '', today, 1)).toHaveLength(1)
  expect((await read(first))?.[1]).toEqual({
    ...{ rentalId: latest.id, title: 'Silk cape', ownerName: closet.fullName },
    answerBy: latest.answer_by,
    ...{ status: 'pending', handover: null, start: '2026-11-25', end: '2026-11-26' },
  })
  await renewRenterToken(db, renter, noon)
  const token = await findRenterToken(db, renter)
  expect(token).not.toBe(first)
  expect([await read(first), (await read(token))?.length]).toEqual([null, 4])
  const lines = await readRows(db, 'audit_log', ['action', 'actor_id'], { noun_id: renter.id })
  const line = { action: 'renew calendar address', actor_id: renter.id }
  expect(lines).toEqual([line, line])
  const blocked = { blocked_at: noon, blocked_reason: 'Fraud' }
  for (const closed of [blocked, { deleted_at: noon }]) {
    const set = (to: object) =>
      db.updateTable('user_profiles').set(to).where('id', '=', renter.id).execute()
    await set(closed)
    expect(await read(token)).toBeNull()
    await set({ blocked_at: null, blocked_reason: null, deleted_at: null })
  }
  const other = await made.shopper()
  await renewRenterToken(db, other, noon)
  const admin = await made.admin()
  await insertRows(db, 'renter_calendars', {
    renter_id: admin.id,
    token: 'of-an-admin'.padEnd(32),
    made_at: noon,
  })
  expect(await read('of-an-admin'.padEnd(32))).toBeNull()
  expect(token).toMatch(/^[\w-]{32}$/)
  await inTransaction(db, (tx) => removeRenterCalendarOf(tx, renter.id))
  expect(await read(token)).toBeNull()
  expect(await read(await findRenterToken(db, other))).toEqual([])
})
