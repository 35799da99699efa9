import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type DbOrTx, inTransaction } from '#db/connection.ts'
import type { ChosenHandover } from '#db/enums.ts'
import type { ItemId } from '#db/ids.ts'
import { joinWaitlist } from '#domain/booking/waitlist/join-waitlist.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { choicesFor } from '#test/replacements.ts'
import { extendRental } from './changes/extend-rental.ts'
import { updateRentalsAtRisk } from './changes/late-returns.ts'
import { swapRental } from './changes/swap-rental.ts'
import { checkHandover } from './check-handover.ts'
import { cancelRental, requestRental } from './rentals.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const origin = 'https://shop.example'

const IN_AUSTIN = '12 Congress Avenue, Austin, TX 78701'
const IN_BOSTON = '12 Beacon Street, Boston, MA 02116'

/** A closet in Austin that delivers within 10 miles, and does what else is said. */
async function austin(more: Parameters<typeof made.closet>[0] = {}) {
  const where = { city: 'Austin', state: 'TX', zip: '78702', driving_distance: '10 miles' } as const
  return await made.closet({ ...where, ...more })
}

const itemOf = (closet: ClosetOwner) => made.item({ closet, creditsPerDay: 1 })

/** A shopper who can rent, with the address in the profile. */
async function renterAt(address: string | null, more: Parameters<typeof made.shopper>[0] = {}) {
  const shopper = await made.readyShopper({ credits: 60 })
  await updateRows(db, 'user_profiles', shopper.id, { delivery_address: address, ...more })
  return shopper
}

type Wanted = Partial<Parameters<typeof requestRental>[2]>

async function rent(shopper: Shopper, item: { readonly id: ItemId }, wanted: Wanted = {}) {
  const dates = { start: addDays(today, 3), end: addDays(today, 5) }
  const request = { itemId: item.id, ...dates, requestKey: newId(), origin, ...wanted }
  return await requestRental(db, shopper, request, now, today, 'UTC')
}

/** The chosen handover of the rental, or why there is none. */
async function answer(...of: Parameters<typeof rent>) {
  const rented = await rent(...of)
  if (!rented.ok) return rented.problem.reason
  const rows = await readRows(db, 'rentals', 'handover', { id: rented.value.rentalId })
  return rows[0]?.handover
}

test.for([
  [IN_AUSTIN, {}, undefined, 'delivery'],
  [IN_AUSTIN, { offers_pickup: true }, 'pickup', 'pickup'],
  [IN_AUSTIN, {}, 'ask', 'delivery'],
  [IN_BOSTON, {}, undefined, 'out-of-area'],
  [IN_BOSTON, {}, 'delivery', 'out-of-area'],
  [IN_BOSTON, {}, 'shipping', 'handover-not-offered'],
  [IN_BOSTON, { ships: true }, 'shipping', 'shipping'],
  [IN_BOSTON, { ships: true }, undefined, 'out-of-area'],
  [IN_BOSTON, { offers_pickup: true }, 'pickup', 'pickup'],
  [IN_BOSTON, {}, 'ask', 'ask'],
  // Nobody knows where it is to go, or where it is: as before.
  [null, {}, undefined, null],
  ['at my aunt’s', { delivers: false, ships: true }, undefined, null],
  [IN_BOSTON, { zip: null, city: null, state: null }, undefined, null],
] as const)('from %s, a closet with %j, chosen %s: %s', async ([
  address,
  closet,
  handover,
  expected,
]) => {
  const item = await itemOf(await austin(closet))
  expect(await answer(await renterAt(address), item, { handover })).toBe(expected)
})

test('the address of the request decides, then the ZIP code of the profile, then its address', async () => {
  const item = async () => await itemOf(await austin())
  const typed = (address: string) => ({ delivery: { phone: null, address, notes: null } })
  expect(await answer(await renterAt(IN_AUSTIN), await item(), typed(IN_BOSTON))).toBe(
    'out-of-area',
  )
  expect(await answer(await renterAt(IN_BOSTON), await item(), typed(IN_AUSTIN))).toBe('delivery')
  const moved = await renterAt(IN_AUSTIN, { zip: '02116' })
  expect(await answer(moved, await item(), typed('at home'))).toBe('out-of-area')
})

test('every other check comes first, and a refusal leaves nothing behind', async () => {
  const shopper = await renterAt(IN_BOSTON)
  const item = await made.item({ closet: await austin(), creditsPerDay: 9 })
  expect(await answer(shopper, item)).toBe('not-enough-credits')
  await updateRows(db, 'clothing_items', item.id, { credits_per_day: 1 })
  expect(await answer(shopper, item, { delivery: 'invalid' })).toBe('delivery-invalid')
  expect(await answer(shopper, item, { start: 'never' })).toBe('dates-invalid')
  expect(await answer(shopper, item)).toBe('out-of-area')
  expect(await creditsBalance(db, shopper.id, now)).toBe(60)
  expect(await readRows(db, 'rentals', 'id', { item_id: item.id })).toEqual([])
  expect(await answer(shopper, item, { handover: 'ask' })).toBe('ask')
})

test('what the closet offers when the request arrives counts, not what the page showed', async () => {
  const closet = await austin({ offers_pickup: true })
  const [item, shopper] = [await itemOf(closet), await renterAt(IN_BOSTON)]
  const pickup = { itemId: item.id, handover: 'pickup' } as const
  expect(await checkHandover(db, shopper, pickup)).toEqual({ ok: true, value: 'pickup' })
  await updateRows(db, 'user_profiles', closet.id, { offers_pickup: false })
  expect(await checkHandover(db, shopper, pickup)).toMatchObject({ ok: false })
  expect(await answer(shopper, item, { handover: 'pickup' })).toBe('handover-not-offered')
})

test('a closet that stops offering it while somebody rents is noticed by the database', async () => {
  const closet = await austin({ offers_pickup: true })
  const rental = await made.rental({ item: await itemOf(closet) })
  const copy = (handover: ChosenHandover) =>
    db
      .insertInto('rentals')
      .columns([
        ...(['id', 'request_key', 'renter_id', 'owner_id', 'item_id', 'start_date'] as const),
        ...(['end_date', 'total_days', 'total_credits', 'credits_per_day'] as const),
        ...(['created_at', 'answer_by', 'handover'] as const),
      ])
      .expression(
        sql`select gen_random_uuid(), gen_random_uuid(), renter_id, owner_id, item_id, start_date,
          end_date, total_days, total_credits, credits_per_day, created_at, answer_by, ${handover}
          from rentals where id = ${rental.id}`,
      )
      .execute()
  await expect(copy('shipping')).rejects.toThrow('does not offer shipping')
  // Offered, so only the days are in the way.
  await expect(copy('pickup')).rejects.toThrow('rentals_never_overlap')
})

test('a closet stops offering a way while somebody rents: in every order one of them is first', async () => {
  const world = async () => {
    const closet = await austin({ offers_pickup: true })
    return { closet, item: await itemOf(closet), shopper: await renterAt(IN_BOSTON) }
  }
  const stop = (read: DbOrTx, closet: ClosetOwner) =>
    read
      .updateTable('user_profiles')
      .set({ offers_pickup: false })
      .where('id', '=', closet.id)
      .execute()
  const first = await world()
  expect(await answer(first.shopper, first.item, { handover: 'pickup' })).toBe('pickup')
  await stop(db, first.closet)
  // The closet has begun to save its profile, so the request waits for it.
  const second = await world()
  const [changed, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const saving = inTransaction(db, async (tx) => {
    await stop(tx, second.closet)
    changed.resolve()
    await saved.promise
  })
  await changed.promise
  const late = answer(second.shopper, second.item, { handover: 'pickup' })
  saved.resolve()
  await saving
  expect(await late).toBe('handover-not-offered')
  for (let time = 0; time < 8; time++) {
    const { closet, item, shopper } = await world()
    const [rented] = await Promise.all([
      answer(shopper, item, { handover: 'pickup' }),
      stop(db, closet),
    ])
    expect(['pickup', 'handover-not-offered']).toContain(rented)
  }
})

test('a choice is never changed', async () => {
  const shopper = await renterAt(IN_AUSTIN)
  const rented = await rent(shopper, await itemOf(await austin({ ships: true })))
  if (!rented.ok) throw new Error(rented.problem.reason)
  const { rentalId } = rented.value
  const change = () => updateRows(db, 'rentals', rentalId, { handover: 'shipping' })
  await expect(change()).rejects.toThrow('was chosen when it was requested')
  const keep = { rentalId, end: addDays(today, 8), requestKey: newId(), origin }
  expect(await extendRental(db, shopper, keep, now, today)).toMatchObject({ ok: true })
  expect(await readRows(db, 'rentals', 'handover', { id: rentalId })).toEqual([
    { handover: 'delivery' },
  ])
})

test('a rental whose handover is not that of its request is found', async () => {
  const own = await testDatabase({ violatesInvariants: true })
  const { id } = await own.made.rental()
  await own.db
    .insertInto('audit_log')
    .values({
      ...{ id: newId(), action: 'request', noun: 'rental', noun_id: id, at: now },
      after: JSON.stringify({ handover: 'pickup' }),
    })
    .execute()
  expect(await integrityViolations(own.db)).toEqual([
    expect.objectContaining({
      check_name: 'the handover of a rental is what its request chose',
      subject: id,
    }),
  ])
})

test('an offer of the waitlist is accepted only with a way to the shopper', async () => {
  const item = await itemOf(await austin())
  const first = await renterAt(IN_AUSTIN)
  const rented = await rent(first, item)
  if (!rented.ok) throw new Error(rented.problem.reason)
  const waiting = await renterAt(IN_BOSTON)
  const dates = { start: addDays(today, 3), end: addDays(today, 5) }
  await joinWaitlist(db, waiting, { itemId: item.id, timeZone: 'UTC', ...dates }, now, today)
  await cancelRental(db, first, { rentalId: rented.value.rentalId, origin }, now)
  const status = async () => await readRows(db, 'waitlist_entries', 'status', { item_id: item.id })
  expect(await status()).toEqual([{ status: 'offered' }])
  expect(await answer(waiting, item)).toBe('out-of-area')
  expect(await status()).toEqual([{ status: 'offered' }])
  expect(await answer(waiting, item, { handover: 'ask' })).toBe('ask')
  expect(await status()).toEqual([{ status: 'accepted' }])
})

/** A rental at risk of a renter in Boston, whose item is one of few of its style. */
async function atRiskInBoston(style: string) {
  const item = await made.item({ advance_booking: true, style })
  await made.rental({ item, status: 'delivered', createdAt: now, start: addDays(today, -9) })
  const renter = await made.shopper({ zip: '02116' })
  const start = addDays(today, 2)
  const { id } = await made.rental({ item, renter, status: 'confirmed', createdAt: now, start })
  await updateRentalsAtRisk(db, { now, today, origin, timeZone: 'UTC' })
  const swap = (itemId: ItemId) =>
    swapRental(db, renter, { rentalId: id, itemId, requestKey: newId(), origin }, now, today, 'UTC')
  return { renter, id, swap }
}

test('in place of a late item, only those are offered that come to the renter', async () => {
  const style = `Style ${newId()}`
  const { renter, id, swap } = await atRiskInBoston(style)
  const listed = async (closet: ClosetOwner) => await made.item({ closet, style })
  const near = await listed(await made.closet({ city: 'Boston', state: 'MA', zip: '02108' }))
  const shipped = await listed(await austin({ ships: true }))
  const far = await listed(await austin())
  await listed(await austin({ offers_pickup: true }))
  const somewhere = await listed(await made.closet({ city: null, state: null }))
  const choices = await choicesFor(db, renter, id, now, today)
  const distances = new Map(choices.map((one) => [one.id, one.miles && Math.round(one.miles)]))
  expect(new Set(distances.keys())).toEqual(new Set([near.id, shipped.id, somewhere.id]))
  expect(distances.get(near.id)).toBeLessThan(2)
  expect(distances.get(shipped.id)).toBeCloseTo(1695, -1)
  expect(distances.get(somewhere.id)).toBeNull()
  expect(await swap(far.id)).toEqual({ ok: false, problem: { reason: 'out-of-area' } })
  const swapped = await swap(shipped.id)
  if (!swapped.ok) throw new Error(swapped.problem.reason)
  expect(await readRows(db, 'rentals', 'handover', { id: swapped.value.rentalId })).toEqual([
    { handover: 'shipping' },
  ])
})
