import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { DEFAULT_DURATION_DAYS } from '#domain/booking/rentals/stage/quote.ts'
import { asClosetOwner, asShopper, type Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { requestRental } from './rentals.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const day = (days: number) => addDays(today, days)

async function rent(shopper: Shopper, item: { readonly id: ItemId }, from = 3) {
  const dates = { start: day(from), end: day(from + 6) }
  const request = { itemId: item.id, ...dates, requestKey: newId(), origin: '' }
  const outcome = await requestRental(db, shopper, request, now, today, 'UTC')
  return outcome.ok ? 'rented' : outcome.problem
}

test('shows the price of a week until a range is complete', async () => {
  expect(DEFAULT_DURATION_DAYS).toBe(7)
  const item = await made.item({ creditsPerDay: 1 })
  expect(await rent(await made.readyShopper({ credits: 7 }), item)).toBe('rented')
})

test('a deposit that is short is refused, unless it is short by less than 50 cents', async () => {
  const shopper = await made.readyShopper()
  const item = await made.item({ creditsPerDay: 1 })
  const withheld = async (kept_cents: number) =>
    await db.updateTable('deposits').set({ kept_cents }).where('user_id', '=', shopper.id).execute()
  await withheld(1000)
  expect(await rent(shopper, item)).toEqual({
    ...{ reason: 'deposit-barred', why: 'partly-withheld', topUpCents: 1000 },
  })
  await withheld(49)
  expect(await rent(shopper, item)).toBe('rented')
  await withheld(0)
  expect(await readRows(db, 'rentals', 'deposit_amount', { renter_id: shopper.id })).toEqual([
    { deposit_amount: 4951 },
  ])
})

test('renting one’s own item is refused as such, paused or not', async () => {
  const person = await made.person({ account_type: 'business', business_status: 'approved' })
  const [shopper, closet] = [asShopper(person), asClosetOwner(person)]
  if (!shopper || !closet) throw new Error('a closet that rents')
  await made.deposit(shopper)
  const item = await made.item({ closet, paused: true })
  expect(await rent(shopper, item)).toEqual({ reason: 'own-item' })
})

test('with a wallet on hold, not even a free item is rented', async () => {
  const shopper = await made.readyShopper()
  const hold = async (freeze_reason: string | null) =>
    await updateRows(db, 'wallets', { user_id: shopper.id }, { freeze_reason })
  const item = await made.item({ creditsPerDay: 0 })
  await hold('dispute')
  expect(await rent(shopper, item)).toEqual({ reason: 'wallet-frozen' })
  await hold(null)
  expect(await rent(shopper, item)).toBe('rented')
})

test('an unexpected database error is thrown', async () => {
  const shopper = await made.readyShopper()
  const { id: itemId } = await made.item({ creditsPerDay: 1 })
  const dates = { start: day(3), end: day(9) }
  const request = { itemId, ...dates, requestKey: 'not a key', origin: '' }
  await expect(requestRental(db, shopper, request, now, today, 'UTC')).rejects.toThrow('uuid')
})

test('renting the days of an offer uses it up, and the next in line may get an offer', async () => {
  const holder = await made.readyShopper()
  const item = await made.item({ creditsPerDay: 1, advance_booking: true })
  const other = await made.item({ creditsPerDay: 1, advance_booking: true })
  const at = { item, createdAt: now }
  const offer = await made.offer({ ...at, shopper: holder, start: day(3), end: day(9) })
  const next = await made.entry({ ...at, start: day(40), end: day(46) })
  const elsewhere = await made.entry({ item: other, start: day(40), end: day(46), createdAt: now })
  const statuses = async () => {
    const rows = await db.selectFrom('waitlist_entries').select(['id', 'status']).execute()
    return [offer, next, elsewhere].map((id) => rows.find((row) => row.id === id)?.status)
  }
  expect(await rent(holder, item, 20)).toBe('rented')
  expect(await rent(holder, other, 20)).toBe('rented')
  expect(await statuses()).toEqual(['offered', 'waiting', 'waiting'])
  expect(await rent(holder, item, 3)).toBe('rented')
  expect(await statuses()).toEqual(['accepted', 'offered', 'waiting'])
  // Removed, since waiting for free days violates an invariant.
  await db.deleteFrom('waitlist_entries').where('id', '=', elsewhere).execute()
})
