import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { changeAccountType } from '#domain/accounts/closing/change-account-type.ts'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { approveCondition } from '#domain/booking/rentals/changes/rental-review.ts'
import {
  acceptRental,
  deliverRental,
  failDelivery,
  markLate,
  recordReturn,
} from '#domain/booking/rentals/changes/rental-steps.ts'
import { remindOfReturns } from '#domain/booking/rentals/changes/return-reminders.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { rate } from '#domain/care/ratings/ratings.ts'
import { approveItem, denyItem } from '#domain/catalogue/items/listing/item-approval.ts'
import { undoDecisions } from '#domain/catalogue/items/listing/undo-decision.ts'
import { recordEarning } from '#domain/money/payouts/earned/earnings.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { completedRental, stars } from '#test/worlds/rating-world.ts'
import { origin, webhookWorld } from '#test/worlds/webhook-world.ts'
import { deleteEndpoint, setEnabled } from './endpoints.ts'
import { eventExamples } from './event-examples.ts'
import { recordEvent } from './record-event.ts'

const world = await webhookWorld()
const { db, made, clock } = world
const url = 'https://receiver.test/hook'
const ok = { ok: true, value: null }

async function lent(status: 'pending' | 'confirmed' | 'delivered' = 'pending') {
  const closet = await made.closet()
  const endpoint = await world.endpoint(closet, url)
  const renter = await made.shopper({ full_name: 'Rosa Renter', phone: '718 555 0199' })
  const item = await made.item({ closet })
  const { id: rentalId, end_date } = await made.rental({ item, renter, status })
  await updateRows(db, 'rentals', rentalId, {
    renter_phone: '718 555 0199',
    delivery_address: '7 Plum Lane',
  })
  const end = parseCalendarDate(end_date)
  if (!end) throw new Error('no day')
  return {
    closet,
    endpoint,
    renter,
    item,
    on: { rentalId, origin, today: addDays(end, 1), notes: '' },
  }
}

async function typesOf(ownerId: string) {
  return (await world.events()).filter((one) => one.owner_id === ownerId).map(({ type }) => type)
}

test('each step of a rental is one event, with one delivery per endpoint', async () => {
  const { closet, endpoint, on } = await lent()
  const second = await world.endpoint(closet, 'https://receiver.test/second', ['rental.returned'])
  const now = clock.now()
  expect(await acceptRental(db, closet, on, now)).toEqual(ok)
  expect(await acceptRental(db, closet, on, now)).toEqual(ok)
  expect(await deliverRental(db, closet, on, now)).toEqual(ok)
  expect(await markLate(db, closet, on, now)).toEqual(ok)
  const undo = { ...on, correction: 'undo-late' } as const
  expect(await correct(db, closet, undo, now)).toEqual(ok)
  expect(await recordReturn(db, closet, on, now)).toEqual(ok)
  expect(await approveCondition(db, closet, on, now)).toEqual(ok)
  expect(await typesOf(closet.id)).toEqual([
    'rental.accepted',
    'rental.delivered',
    'rental.late',
    'rental.step_undone',
    'rental.returned',
    'rental.completed',
  ])
  expect(await world.deliveriesTo(endpoint.id)).toHaveLength(6)
  const returned = await world.deliveriesTo(second.id)
  expect(returned).toMatchObject([{ tries: 0, next_at: now, done_at: null, last_status: null }])
})

test('an event has the ids and states of its rental, and nothing about the renter', async () => {
  const { closet, item, on } = await lent()
  await acceptRental(db, closet, on, clock.now())
  const [event] = (await world.events()).filter((one) => one.owner_id === closet.id)
  expect(event).toMatchObject({
    type: 'rental.accepted',
    at: clock.now(),
    payload: {
      id: on.rentalId,
      item_id: item.id,
      title: item.title,
      status: 'confirmed',
      cancellation: null,
      confirmed_at: clock.now().toISOString(),
    },
  })
  for (const word of ['Rosa', '0199', 'Plum', '@'])
    expect(JSON.stringify(event)).not.toContain(word)
})

test('declining and canceling are different events, and a reminder is no event', async () => {
  const requested = await lent()
  await cancelRental(db, requested.closet, requested.on, clock.now())
  const accepted = await lent('confirmed')
  await cancelRental(db, accepted.closet, accepted.on, clock.now())
  const withdrawn = await lent()
  await cancelRental(db, withdrawn.renter, withdrawn.on, clock.now())
  const failed = await lent('confirmed')
  await failDelivery(db, failed.closet, failed.on, clock.now())
  const byAdmin = await lent()
  await cancelRental(db, await made.admin(), byAdmin.on, clock.now())
  const deliveredAtOnce = await lent()
  await deliverRental(db, deliveredAtOnce.closet, deliveredAtOnce.on, clock.now())
  const reminded = await lent('delivered')
  const dayBefore = { now: clock.now(), today: addDays(reminded.on.today, -2), origin }
  expect(await remindOfReturns(db, dayBefore)).toBeGreaterThan(0)
  expect([
    await typesOf(requested.closet.id),
    await typesOf(accepted.closet.id),
    await typesOf(withdrawn.closet.id),
    await typesOf(failed.closet.id),
    await typesOf(byAdmin.closet.id),
    await typesOf(deliveredAtOnce.closet.id),
    await typesOf(reminded.closet.id),
  ]).toEqual([
    ['rental.declined'],
    ['rental.cancelled'],
    ['rental.cancelled'],
    ['rental.delivery_failed'],
    ['rental.declined'],
    ['rental.delivered'],
    [],
  ])
})

test('a command that is rolled back writes no event, no delivery and no job', async () => {
  const { closet, endpoint } = await lent()
  const before = await world.jobs()
  const rolledBack = inTransaction(db, async (tx) => {
    const event = { type: 'rental.late', ownerId: closet.id } as const
    await recordEvent(tx, event, () => ({ id: newId() }), clock.now())
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await typesOf(closet.id)).toEqual([])
  expect(await world.deliveriesTo(endpoint.id)).toEqual([])
  expect(await world.jobs()).toBe(before)
})

test('nothing is written for closets without an endpoint, or for events without a subscriber', async () => {
  const other = await made.closet()
  await world.endpoint(other, url)
  const closet = await made.closet()
  const { id } = await world.endpoint(closet, url, ['rental.late'])
  const record = (ownerId: typeof closet.id) =>
    inTransaction(db, (tx) =>
      recordEvent(
        tx,
        { type: 'rental.accepted', ownerId },
        () => Promise.reject(new Error('not read')),
        clock.now(),
      ),
    )
  await record(closet.id)
  await record((await made.closet()).id)
  expect(await world.deliveriesTo(id)).toEqual([])
  expect(await typesOf(other.id)).toEqual([])
})

test('a disabled endpoint gets nothing', async () => {
  const { closet, endpoint, on } = await lent()
  await setEnabled(db, closet, { endpointId: endpoint.id, enabled: false }, clock.now())
  await acceptRental(db, closet, on, clock.now())
  expect(await typesOf(closet.id)).toEqual([])
})

test('decisions about listings are events', async () => {
  const closet = await made.closet()
  await world.endpoint(closet, url)
  const item = await made.item({ closet, approval_status: 'pending' })
  const admin = await made.admin()
  const seen = { itemId: item.id, changedAt: item.updated_at, origin }
  expect(await approveItem(db, admin, seen, clock.now())).toMatchObject({ ok: true })
  const other = await made.item({ closet, approval_status: 'pending' })
  const denied = { itemId: other.id, changedAt: other.updated_at, origin, reason: 'Blurred' }
  expect(await denyItem(db, admin, denied, clock.now())).toMatchObject({ ok: true })
  const undone = { at: clock.now(), itemId: item.id, origin }
  expect((await undoDecisions(db, admin, undone, clock.now())).undone).toEqual([item.title])
  const events = (await world.events()).filter((one) => one.owner_id === closet.id)
  expect(events).toMatchObject([
    {
      type: 'listing.approved',
      payload: { id: item.id, approval_status: 'approved', denial_reason: null },
    },
    { type: 'listing.denied', payload: { id: other.id, denial_reason: 'Blurred' } },
    {
      type: 'listing.denied',
      payload: { id: item.id, approval_status: 'pending', denial_reason: null },
    },
  ])
})

test('an earning is one event, however often it is recorded', async () => {
  const closet = await made.closet()
  await world.endpoint(closet, url)
  const now = clock.now()
  const earning = {
    ownerId: closet.id,
    kind: 'correction' as const,
    rentalId: null,
    cents: 450,
    key: newId(),
    payableAt: now,
    note: 'Dry cleaning',
    madeBy: (await made.admin()).id,
  }
  for (let time = 0; time < 2; time += 1)
    await inTransaction(db, (tx) => recordEarning(tx, earning, now))
  const events = (await world.events()).filter((one) => one.owner_id === closet.id)
  expect(events).toMatchObject([
    {
      type: 'earning.recorded',
      payload: { kind: 'correction', rental_id: null, amount_cents: 450 },
    },
  ])
})

test('a review becomes an event once it is published', async () => {
  const closet = await made.closet()
  await world.endpoint(closet, url)
  const now = clock.now()
  const { rentalId, renter } = await completedRental(db, { closet }, now)
  expect(await rate(db, renter, stars(rentalId, 4, { words: 'Swishes.' }), now)).toMatchObject({
    ok: true,
  })
  expect(await typesOf(closet.id)).toEqual([])
  expect(await rate(db, closet, stars(rentalId, 5), now)).toMatchObject({ ok: true })
  const events = (await world.events()).filter((one) => one.owner_id === closet.id)
  expect(events).toMatchObject([
    { type: 'review.received', payload: { rental_id: rentalId, stars: 4, words: 'Swishes.' } },
  ])
})

test('the examples have the fields of the events, and no others', async () => {
  const seen = new Map<string, string[]>()
  for (const { type, payload } of await world.events()) {
    const isWhole = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
    if (isWhole && 'title' in payload && Object.keys(payload).length > 2)
      seen.set(type.slice(0, type.indexOf('.')), Object.keys(payload))
    if (isWhole && ('amount_cents' in payload || 'stars' in payload))
      seen.set(type.slice(0, type.indexOf('.')), Object.keys(payload))
  }
  expect([...seen.keys()].toSorted()).toEqual(['earning', 'listing', 'rental', 'review'])
  for (const [noun, fields] of seen) {
    const example = Object.entries(eventExamples).find(([name]) => name === noun)?.[1] ?? {}
    expect([noun, fields.toSorted()]).toEqual([noun, Object.keys(example).toSorted()])
  }
})

test('a command does not fail because its endpoint is being deleted', async () => {
  const { closet, endpoint, on } = await lent()
  const [accepted, deleted] = await Promise.all([
    acceptRental(db, closet, on, clock.now()),
    deleteEndpoint(db, closet, endpoint.id, clock.now()),
  ])
  expect([accepted, deleted]).toEqual([ok, ok])
})

test('a closet that is demoted loses its endpoints and their log', async () => {
  const { closet, endpoint, on } = await lent()
  await acceptRental(db, closet, on, clock.now())
  const change = { personId: closet.id, from: 'business', to: 'regular', origin } as const
  expect(await changeAccountType(db, await made.admin(), change, clock.now())).toEqual(ok)
  expect(await typesOf(closet.id)).toEqual([])
  expect(await world.deliveriesTo(endpoint.id)).toEqual([])
  await world.send()
})
