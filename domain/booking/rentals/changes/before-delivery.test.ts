import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { readProfile } from '#domain/accounts/people/profiles.ts'
import {
  changeDeliveryDetails,
  removeDeliveryDetailsOf,
} from '#domain/booking/rentals/delivery-details.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { lentRentals } from '#test/make/lent-rentals.ts'
import { readRows } from '#test/postgres/rows.ts'
import { confirmDelivery, denyDelivery } from './delivery-answers.ts'
import { deliverRental } from './rental-steps.ts'

const { db, made, now, origin, ok, lent, rentalOf, eventsOf } = await lentRentals()
const later = new Date(now.getTime() + 3_600_000)
const notFound = { ok: false, problem: { reason: 'rental-not-found' } }
const linesOf = (rentalId: RentalId) =>
  readRows(db, 'audit_log', ['action', 'actor_id', 'before', 'after'], { noun_id: rentalId }, 'id')

test('a cancellation records who canceled and is announced once; repeating it changes nothing', async () => {
  const [byCloset, byRenter] = [await lent('confirmed'), await lent()]
  for (const [{ on }, who, cancellation, before] of [
    [byCloset, byCloset.closet, 'by_owner', 'confirmed'],
    [byRenter, byRenter.renter, 'by_shopper', 'pending'],
  ] as const) {
    expect(await cancelRental(db, who, on, now)).toEqual(ok)
    expect(await cancelRental(db, who, on, later)).toEqual(ok)
    const states = { status: 'cancelled', cancellation, cancelled_at: now, cancelled_by: who.id }
    expect(await rentalOf(on)).toMatchObject(states)
    expect(await linesOf(on.rentalId)).toEqual([
      {
        action: 'cancel',
        actor_id: who.id,
        before: { status: before },
        after: { status: 'cancelled' },
      },
    ])
    expect(await eventsOf(on)).toEqual(['cancel'])
  }
  const unknown = { rentalId: newId(), origin }
  expect(await cancelRental(db, byRenter.renter, unknown, now)).toEqual(notFound)
})

test('a renter who reported a non-delivery can still confirm the delivery; each is recorded once', async () => {
  const { renter, on } = await lent('confirmed')
  expect(await denyDelivery(db, renter, on, now)).toEqual(ok)
  expect(await denyDelivery(db, renter, on, later)).toEqual(ok)
  expect(await confirmDelivery(db, renter, on, later)).toEqual(ok)
  const delivered = { delivered_at: later, delivered_by: renter.id }
  expect(await rentalOf(on)).toMatchObject({ handover_denied_at: now, ...delivered })
  expect(await eventsOf(on)).toEqual(['deny-delivery', 'confirm-delivery'])
  const line = { actor_id: renter.id, before: { status: 'confirmed' } }
  const states = { status: 'delivered', delivery_status: 'delivered' }
  expect(await linesOf(on.rentalId)).toEqual([
    { ...line, action: 'deny-delivery', after: { handover_denied_at: now.toJSON() } },
    {
      ...line,
      action: 'confirm-delivery',
      after: { ...states, delivered_at: later.toJSON(), delivered_by: renter.id },
    },
  ])
  const unknown = { ...on, rentalId: newId() }
  expect(await confirmDelivery(db, renter, unknown, now)).toEqual(notFound)
})

test('a delivery cannot be confirmed while somebody else still has the item', async () => {
  const item = await made.item({ advance_booking: true, title: 'Red gown' })
  const ann = await made.shopper({ full_name: 'Ann Lee' })
  const { on } = await lent()
  const before = { item, status: 'delivered', createdAt: now } as const
  await made.rental({ ...before, renter: ann, start: addDays(on.today, -30) })
  const renter = await made.shopper()
  const dates = { start: addDays(on.today, -7), createdAt: now }
  const { id: rentalId } = await made.rental({ item, renter, status: 'confirmed', ...dates })
  const answer = { rentalId, origin, today: on.today }
  expect(await confirmDelivery(db, renter, answer, now)).toEqual({
    ok: false,
    problem: { reason: 'still-out', title: 'Red gown', renter: 'Ann Lee' },
  })
  expect(await rentalOf(answer)).toMatchObject({ status: 'confirmed' })
  expect(await denyDelivery(db, renter, answer, now)).toEqual(ok)
})

test('the details of one’s own delivery can be changed until then, and are remembered', async () => {
  const { closet, renter, on } = await lent('confirmed')
  const { id: otherId } = await made.rental({ item: await made.item(), renter, createdAt: now })
  const details = {
    renterPhone: '555 0199',
    deliveryAddress: '1 Elm Street',
    deliveryNotes: 'Ring',
  }
  const change = (rentalId: RentalId, who = renter) =>
    changeDeliveryDetails(db, who, { rentalId, ...details }, now)
  const stored = async (rentalId: RentalId) => {
    const { renter_phone, delivery_address, delivery_notes } = await rentalOf({ rentalId })
    return [renter_phone, delivery_address, delivery_notes]
  }
  expect(await change(on.rentalId, await made.shopper())).toEqual(notFound)
  expect(await change(newId())).toEqual(notFound)
  expect(await change(on.rentalId)).toEqual(ok)
  expect(await stored(on.rentalId)).toEqual(['555 0199', '1 Elm Street', 'Ring'])
  expect(await stored(otherId)).toEqual([null, null, null])
  expect(await readProfile(db, renter)).toMatchObject({ deliveryAddress: '1 Elm Street' })
  expect(await deliverRental(db, closet, on, now)).toEqual(ok)
  const tooLate = { ok: false, problem: { reason: 'too-late' } }
  expect(await change(on.rentalId)).toEqual(tooLate)
  // Closing another account changes nothing.
  await inTransaction(db, (tx) => removeDeliveryDetailsOf(tx, closet.id))
  expect(await stored(on.rentalId)).toEqual(['555 0199', '1 Elm Street', 'Ring'])
  await inTransaction(db, (tx) => removeDeliveryDetailsOf(tx, renter.id))
  expect(await stored(on.rentalId)).toEqual([null, null, null])
})
