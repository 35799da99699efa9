import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { asId, newId } from '#domain/shared/ids.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { choicesFor } from '#test/replacements.ts'
import { updateRentalsAtRisk } from './late-returns.ts'
import { swapRental } from './swap-rental.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = parseCalendarDate('2026-11-20') ?? fail()
const origin = 'https://shop.example'

function fail(): never {
  throw new Error('this is no date')
}

const violations = async () => (await sql`select * from invariant_violations`.execute(db)).rows

/** A rental at risk of 14 credits, in a unique style so that only this test's items are choices. */
async function atRisk(style = `Style ${newId()}`) {
  const item = await made.item({ advance_booking: true, style })
  const first = { item, status: 'delivered', createdAt: now } as const
  await made.rental({ ...first, start: addDays(today, -9) })
  const renter = await made.shopper()
  const start = addDays(today, 2)
  const { id } = await made.rental({ item, renter, status: 'confirmed', createdAt: now, start })
  await updateRentalsAtRisk(db, { now, today, origin, timeZone: 'UTC' })
  const swap = (itemId: ItemId, requestKey = newId()) =>
    swapRental(db, renter, { rentalId: id, itemId, requestKey, origin }, now, today, 'UTC')
  return { style, item, renter, id, start, swap }
}

test.each([
  { price: 2, returned: 0, later: 14 },
  { price: 3, returned: 0, later: 14 },
  { price: 1, returned: 7, later: 14 },
])('a swap for $price credits a day gives $returned back, and canceling it gives 14 in all', async ({
  price,
  returned,
  later,
}) => {
  const { style, renter, id, swap } = await atRisk()
  const other = await made.item({ style, creditsPerDay: price })
  const key = newId()
  const swapped = await swap(other.id, key)
  if (!swapped.ok) throw new Error(swapped.problem.reason)
  expect(await swap(other.id, key)).toEqual(swapped)
  expect(await creditsBalance(db, renter.id, now)).toBe(returned)
  const rows = await db
    .selectFrom('rentals')
    .selectAll()
    .where('renter_id', '=', renter.id)
    .execute()
  const [old, taken] = [rows.find((row) => row.id === id), rows.find((row) => row.id !== id)]
  expect(old).toMatchObject({ cancellation: 'swapped', swapped_for: swapped.value.rentalId })
  expect(taken).toMatchObject({
    status: 'pending',
    exclusive: true,
    item_id: other.id,
    start_date: old?.start_date,
    end_date: old?.end_date,
    deposit_id: old?.deposit_id,
    total_credits: price * 7,
  })
  const goodwill = await readRows(db, 'credit_lots', 'expires_at', {
    user_id: renter.id,
    source: 'goodwill',
  })
  const inAMinute = { expires_at: new Date(now.getTime() + 60_000) }
  expect(goodwill).toEqual(price > 2 ? [inAMinute] : [])
  expect(await violations()).toEqual([])
  const minute = new Date(now.getTime() + 61_000)
  await cancelRental(db, renter, { rentalId: swapped.value.rentalId, origin }, minute)
  expect(await creditsBalance(db, renter.id, minute)).toBe(later)
  expect(await violations()).toEqual([])
})

test('offers at most six items of the same size and style that are free, for up to half more', async () => {
  await db.updateTable('clothing_items').set({ paused: true }).execute()
  const { style, renter, id, swap } = await atRisk()
  const dear = await made.item({ style, creditsPerDay: 4 })
  const large = await made.item({ style, size: 'L' })
  const rented = await made.item({ style })
  await made.rental({ item: rented, createdAt: now })
  const blocking = await made.closet()
  await made.block(blocking, renter)
  const blocked = await made.item({ style, closet: blocking })
  const [own, ofAnother] = [await made.item({ style, closet: renter }), await made.item({ style })]
  await updateRows(db, 'user_profiles', renter.id, {
    account_type: 'business',
    business_status: 'approved',
  })
  const slow = await made.item({ style, closet: await made.closet({ notice_days: 3 }) })
  for (const item of [dear, large, rented, blocked, own, slow])
    expect(await swap(item.id)).toEqual({ ok: false, problem: { reason: 'dates-taken' } })
  const choices = async () => (await choicesFor(db, renter, id, now, today)).map((one) => one.id)
  expect(await choices()).toEqual([ofAnother.id])
  const madeAt = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const dayBefore = await made.closet({ notice_days: 2 })
  const dearer = await made.item({ style, creditsPerDay: 3, created_at: madeAt(2) })
  const cheaper = await made.item({ style, creditsPerDay: 1, created_at: madeAt(3) })
  const newer = await made.item({ style, created_at: madeAt(2), closet: dayBefore })
  const same = [ofAnother, await made.item({ style }), await made.item({ style })]
  const sameAge = { created_at: madeAt(1) }
  for (const one of same.toReversed())
    await db.updateTable('clothing_items').set(sameAge).where('id', '=', one.id).execute()
  const free = await made.item({ style, creditsPerDay: 0, created_at: madeAt(9) })
  const first = [newer.id, ...same.map((item) => item.id), cheaper.id]
  expect(await choices()).toEqual([...first, dearer.id])
  await db.updateTable('clothing_items').set({ paused: true }).where('id', '=', dearer.id).execute()
  expect(await choices()).toEqual([...first, free.id])
  expect(await choicesFor(db, await made.shopper(), id, now, today)).toEqual([])
})

test('compares the category instead of the style where it is known', async () => {
  const { style, item, renter, id } = await atRisk()
  const set = async (category: 'Gown' | 'Skirt', of: ItemId) =>
    await db.updateTable('clothing_items').set({ category }).where('id', '=', of).execute()
  const [gown, skirt] = [await made.item({ style: `Not ${style}` }), await made.item({ style })]
  await set('Gown', item.id)
  await set('Gown', gown.id)
  await set('Skirt', skirt.id)
  expect((await choicesFor(db, renter, id, now, today)).map((one) => one.id)).toEqual([gown.id])
})

test('a swap is recorded, announced and paid once; the old days go to the next in line', async () => {
  // Made before the late item, with advance booking.
  const style = `Style ${newId()}`
  const other = await made.item({ style, creditsPerDay: 1, advance_booking: true })
  const { item, renter, id, start, swap } = await atRisk(style)
  const days = { start: addDays(start, 10), end: addDays(start, 16) }
  const entry = await made.entry({ item, ...days, createdAt: now })
  const swapped = await swap(other.id)
  if (!swapped.ok) throw new Error(swapped.problem.reason)
  const { rentalId } = swapped.value
  const taken = await db
    .selectFrom('rentals')
    .select(['item_id', 'owner_id', 'total_credits', 'exclusive'])
    .where('id', '=', rentalId)
    .executeTakeFirst()
  expect(taken).toEqual({
    ...{ item_id: other.id, owner_id: other.business_id, total_credits: 7, exclusive: false },
  })
  const lines = await db
    .selectFrom('audit_log')
    .select(['noun_id', 'action', 'actor_id', 'before', 'after'])
    .where('noun_id', 'in', [id, rentalId])
    .where('actor_id', '=', renter.id)
    .orderBy('id')
    .execute()
  expect(lines).toEqual([
    {
      ...{ noun_id: id, action: 'swap', actor_id: renter.id, before: { status: 'confirmed' } },
      after: {
        ...{ status: 'cancelled', cancellation: 'swapped', cancelled_at: now.toISOString() },
        ...{ cancelled_by: renter.id, swapped_for: rentalId },
      },
    },
    {
      ...{ noun_id: rentalId, action: 'request', actor_id: renter.id, before: null },
      after: { start, end: addDays(start, 6) },
    },
  ])
  const { rows: jobs } = await sql<{ of: string; event: string }>`
    select payload->>'rentalId' as of, payload->>'event' as event
    from graphile_worker._private_jobs
    where payload->>'rentalId' in (${id}, ${rentalId}) and payload->>'by' = 'renter'
    order by id`.execute(db)
  expect(jobs).toEqual([
    { of: id, event: 'swap' },
    { of: rentalId, event: 'request' },
  ])
  const waiting = await db
    .selectFrom('waitlist_entries')
    .select('status')
    .where('id', '=', entry)
    .executeTakeFirst()
  expect(waiting).toEqual({ status: 'offered' })
  // Somebody else's request key gives no access to their rental.
  const foreign = await made.rental()
  const again = await atRisk()
  const choice = await made.item({ style: again.style })
  const stolen = again.swap(choice.id, asId(foreign.request_key))
  expect(await stolen).toEqual({ ok: false, problem: { reason: 'request-used' } })
})

test('credits on hold do not pay for a swap, and a wallet on hold allows none', async () => {
  const { style, renter, id, swap } = await atRisk()
  const other = await made.item({ style })
  const free = await made.item({ style, creditsPerDay: 0 })
  const hold = async (freeze_reason: string | null) =>
    await updateRows(db, 'wallets', { user_id: renter.id }, { freeze_reason })
  await hold('dispute')
  expect(await swap(free.id)).toEqual({ ok: false, problem: { reason: 'wallet-frozen' } })
  await hold(null)
  const freeze = async (frozen_at: Date | null) =>
    await updateRows(db, 'credit_lots', { user_id: renter.id }, { frozen_at })
  await freeze(now)
  expect(await swap(other.id)).toEqual({ ok: false, problem: { reason: 'wallet-frozen' } })
  await freeze(null)
  const rentals = db
    .selectFrom('rentals')
    .select(['id', 'status'])
    .where('renter_id', '=', renter.id)
  expect(await rentals.execute()).toEqual([{ id, status: 'confirmed' }])
})

test('a rental that is not at risk, or belongs to somebody else, cannot be swapped', async () => {
  const { style, id, swap } = await atRisk()
  const other = await made.item({ style })
  const stranger = await made.shopper()
  const on = { rentalId: id, itemId: other.id, requestKey: newId(), origin }
  expect(await swapRental(db, stranger, on, now, today, 'UTC')).toMatchObject({
    problem: { reason: 'rental-not-found' },
  })
  await updateRows(db, 'rentals', id, { at_risk_since: null, at_risk_from: null })
  expect(await swap(other.id)).toMatchObject({ problem: { reason: 'not-let-down' } })
  const unknown = { ...on, rentalId: newId() }
  expect(await swapRental(db, stranger, unknown, now, today, 'UTC')).toMatchObject({
    problem: { reason: 'rental-not-found' },
  })
  const over = await atRisk()
  const gone = { ...on, rentalId: over.id, itemId: (await made.item({ style: over.style })).id }
  expect(await swapRental(db, over.renter, gone, now, addDays(over.start, 7), 'UTC')).toMatchObject(
    {
      problem: { reason: 'not-let-down' },
    },
  )
})

test('an unexpected database error is thrown', async () => {
  const { style, swap } = await atRisk()
  const other = await made.item({ style })
  await sql`alter table rentals add constraint never_swapped
    check (item_id <> ${sql.lit(other.id)})`.execute(db)
  await expect(swap(other.id)).rejects.toThrow('never_swapped')
  await sql`alter table rentals drop constraint never_swapped`.execute(db)
})

test('when a swap races a rental of the same item, one of them gets it', async () => {
  for (let round = 0; round < 24; round += 1) {
    const { style, renter, start, swap } = await atRisk()
    const wanted = await made.item({ style })
    const rival = await made.readyShopper({ credits: 14 })
    const request = {
      itemId: wanted.id,
      start,
      end: addDays(start, 6),
      requestKey: newId(),
      origin,
    }
    const rent = () => requestRental(db, rival, request, now, today, 'UTC')
    const [one, two] = await Promise.all(
      round % 2 === 0 ? [swap(wanted.id), rent()] : [rent(), swap(wanted.id)],
    )
    expect([one?.ok, two?.ok].toSorted()).toEqual([false, true])
    const lost = [one, two].find((result) => result && !result.ok)
    expect(lost).toMatchObject({ problem: { reason: 'dates-taken' } })
    expect(await creditsBalance(db, renter.id, now)).toBe(0)
  }
  expect(await violations()).toEqual([])
})
