import { expect, test } from 'vitest'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { depositStory } from './stories.ts'
import { openWorld } from './world.ts'

const world = await openWorld()

test('an app killed at any message of paying a deposit holds it once if it was paid', async () => {
  await killAtEachMessage(world, depositStory(world))
})

test('locks and checkouts of killed processes expire', async () => {
  const { db, database, clock } = world
  const held = () =>
    db.selectFrom('deposits').select('id').where('closed_at', 'is', null).orderBy('id').execute()
  const before = await held()
  // Jobs expire after a minute without a heartbeat, checkouts after three days.
  await database.pool.query(
    `update graphile_worker._private_jobs set locked_at = locked_at - interval '2 minutes'`,
  )
  clock.advance({ days: 3 })
  const app = await world.restart()
  await app.work()
  await app.close()
  const left = await database.pool.query(
    `select (select count(*) from checkout_orders where status = 'open') as orders,
      (select count(*) from stripe_events where done_at is null) as events,
      (select count(*) from graphile_worker._private_jobs where locked_at is not null) as jobs`,
  )
  expect(left.rows).toEqual([{ orders: 0, events: 0, jobs: 0 }])
  expect(await held()).toEqual(before)
})
