import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { webhookWorld } from '#test/worlds/webhook-world.ts'
import { sendTestEvent } from './delivery-log.ts'
import { recordEvent } from './record-event.ts'
import { MAX_EVENTS, MAX_STORED } from './webhook-limits.ts'

const world = await webhookWorld()
const { db, clock } = world
const { pool } = world.database
const url = 'https://receiver.test/hook'

/** Events of the closet, older than any new one; `waiting` of them wait for the endpoint. */
async function fill(closet: ClosetOwner, endpointId: string, events: number, waiting: number) {
  // Without the triggers that are tested.
  await pool.query(`set session_replication_role = replica;
    with made as (
      insert into outgoing_events (id, type, owner_id, payload, at)
      select ('00000000-' || substr(md5('${closet.id}'), 1, 4) || '-7000-8000-'
          || lpad(to_hex(n), 12, '0'))::uuid,
        'rental.late', '${closet.id}', '{}', now()
      from generate_series(1, ${events}) n
      returning id)
    insert into webhook_deliveries (id, endpoint_id, event_id, next_at, done_at)
    select id, '${endpointId}', id, case when n <= ${waiting} then now() end,
      case when n > ${waiting} then now() end
    from (select id, row_number() over (order by id) as n from made) numbered;
    set session_replication_role = origin`)
}

/** Records this many events at once: none is written before all are about to be. */
async function recordAtOnce(closet: ClosetOwner, count: number) {
  let begun = 0
  const all = Promise.withResolvers<void>()
  const data = async () => {
    begun += 1
    if (begun === count) all.resolve()
    await all.promise
    return { id: newId() }
  }
  const event = { type: 'rental.late', ownerId: closet.id } as const
  const record = () => inTransaction(db, (tx) => recordEvent(tx, event, data, clock.now()))
  await Promise.all(Array.from({ length: count }, record))
}

const eventsOf = async (closet: ClosetOwner) =>
  (await world.events()).filter(({ owner_id }) => owner_id === closet.id)

test('no more deliveries wait for an endpoint than it can have, also when events happen at once', async () => {
  const { closet, id } = await world.subscribed(url)
  await fill(closet, id, MAX_STORED - 1, MAX_STORED - 1)
  await recordAtOnce(closet, 3)
  expect(await world.deliveriesTo(id)).toHaveLength(MAX_STORED)
  // An event that is sent to nobody is not kept.
  expect(await eventsOf(closet)).toHaveLength(MAX_STORED)
  const { id: other } = await world.endpoint(closet, 'https://receiver.test/other')
  await recordAtOnce(closet, 1)
  expect(await world.deliveriesTo(id)).toHaveLength(MAX_STORED)
  expect(await world.deliveriesTo(other)).toHaveLength(1)
  expect(await sendTestEvent(db, closet, id, clock.now())).toMatchObject({ ok: true })
  expect(await world.deliveriesTo(id)).toHaveLength(MAX_STORED)
})

test('a closet keeps its newest events and those that wait, also when events happen at once', async () => {
  const { closet, id } = await world.subscribed(url)
  const another = await world.subscribed(url)
  await fill(another.closet, another.id, 10, 0)
  await fill(closet, id, MAX_EVENTS, 2)
  const before = await eventsOf(closet)
  await recordAtOnce(closet, 3)
  const after = await eventsOf(closet)
  // The oldest two wait. The event after them is removed.
  expect(after.slice(0, 3).map((one) => one.id)).toEqual(
    [0, 1, 3].map((index) => before[index]?.id),
  )
  expect(after).toHaveLength(MAX_EVENTS + 2)
  expect(await world.deliveriesTo(id)).toHaveLength(MAX_EVENTS + 2)
  expect(await eventsOf(another.closet)).toHaveLength(10)
})

test('what is far too much is removed in parts', async () => {
  const { closet, id } = await world.subscribed(url)
  await fill(closet, id, MAX_EVENTS + 150, 0)
  await recordAtOnce(closet, 1)
  expect(await eventsOf(closet)).toHaveLength(MAX_EVENTS + 51)
  await recordAtOnce(closet, 1)
  expect(await eventsOf(closet)).toHaveLength(MAX_EVENTS)
})
