import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { rentalEvents } from '#test/rental-events.ts'
import { origin, webhookWorld } from '#test/worlds/webhook-world.ts'
import { announce } from './announce.ts'
import { recordRentalEvent } from './rental-events.ts'

const world = await webhookWorld()
const { db, made, clock } = world

/** A closet with a webhook endpoint and an item. */
async function subscribed() {
  const { closet } = await world.subscribed('https://receiver.test/hook')
  return { closet, item: await made.item({ closet }) }
}

const eventsOf = async (ownerId: string) =>
  (await world.events())
    .filter((event) => event.owner_id === ownerId)
    .map(({ type, payload }) => ({ type, payload }))

test('an event contains its own rental, and a reminder is no event', async () => {
  const all = [await subscribed(), await subscribed()]
  for (const { closet, item } of all) {
    const { id: rentalId } = await made.rental({ item })
    await inTransaction(db, async (tx) => {
      for (const event of ['remind-of-return', 'request'] as const)
        await recordRentalEvent(tx, { rentalId, event, by: 'renter' }, clock.now())
    })
    expect(await eventsOf(closet.id)).toEqual([
      { type: 'rental.requested', payload: expect.objectContaining({ id: rentalId }) },
    ])
  }
})

test('announcing queues emails and records the event for webhooks', async () => {
  const { closet, item } = await subscribed()
  const { id: rentalId } = await made.rental({ item, status: 'confirmed' })
  const at = clock.now()
  await inTransaction(db, (tx) => announce(tx, { rentalId, origin }, 'accept', 'owner', at))
  expect(await rentalEvents(world.database.pool, rentalId)).toEqual(['accept'])
  expect(await eventsOf(closet.id)).toMatchObject([{ type: 'rental.accepted' }])
})

test('a new request is announced', async () => {
  const { closet, item } = await subscribed()
  const today = calendarDateIn('UTC', clock.now())
  const dates = { start: addDays(today, 3), end: addDays(today, 9) }
  const request = { itemId: item.id, ...dates, requestKey: newId(), origin }
  const renter = await made.readyShopper()
  const rented = await requestRental(db, renter, request, clock.now(), today, 'UTC')
  if (!rented.ok) throw new Error(rented.problem.reason)
  const { rentalId } = rented.value
  expect(await rentalEvents(world.database.pool, rentalId)).toEqual(['request'])
  expect(await eventsOf(closet.id)).toMatchObject([
    { type: 'rental.requested', payload: { id: rentalId } },
  ])
})
