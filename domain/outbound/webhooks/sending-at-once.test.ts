import { expect, test } from 'vitest'
import { localNetwork, respondWith, webhookReceiver } from '#test/webhook-receiver.ts'
import { webhookWorld } from '#test/worlds/webhook-world.ts'
import { setEnabled } from './endpoints.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { readWebhookQueue, removeOldEvents } from './webhook-queue.ts'

test('hanging endpoints do not delay the others, however many there are', async () => {
  const world = await webhookWorld({ ...localNetwork, timeoutMs: 60_000 })
  const hanging = await webhookReceiver(() => {})
  const slow = await Promise.all(
    Array.from({ length: 30 }, (_, n) => world.subscribed(`${hanging.url}/${n}`)),
  )
  await world.db
    .updateTable('webhook_endpoints')
    .set({ is_slow: true })
    .where(
      'id',
      'in',
      slow.map(({ id }) => id),
    )
    .execute()
  for (const { closet } of slow) await world.recordEvents(closet)
  const stop = new AbortController()
  const sending = sendWebhooks(world.sending, stop.signal)
  const working = await webhookReceiver()
  const served = Promise.withResolvers<void>()
  working.answer = (response, _, number) => {
    response.writeHead(204).end()
    if (number === 3) served.resolve()
  }
  const { closet } = await world.subscribed(working.url)
  await world.recordEvents(closet, 3)
  // The job added by the event wakes the run.
  await sendWebhooks(world.sending, stop.signal)
  await served.promise
  expect(hanging.received.length).toBeLessThanOrEqual(8)
  stop.abort()
  await sending
})

test('one endpoint gets one event at a time, and endpoints take turns', async () => {
  const world = await webhookWorld()
  const order: string[] = []
  let [open, atOnce] = [0, 0]
  const receiver = await webhookReceiver((response, { path }) => {
    order.push(path)
    open += 1
    atOnce = Math.max(atOnce, open)
    setImmediate(() => {
      open -= 1
      response.writeHead(204).end()
    })
  })
  const busy = await world.subscribed(receiver.url)
  await world.recordEvents(busy.closet, 5)
  await world.send()
  expect([order.length, atOnce]).toEqual([5, 1])
})

test('a request under way when the process stops is sent again', async () => {
  const world = await webhookWorld()
  const arrived = Promise.withResolvers<void>()
  const receiver = await webhookReceiver(() => arrived.resolve())
  const { closet, id } = await world.subscribed(receiver.url)
  await world.recordEvents(closet)
  const stop = new AbortController()
  const sending = sendWebhooks(world.sending, stop.signal)
  await arrived.promise
  stop.abort()
  await sending
  expect(await world.deliveriesTo(id)).toMatchObject([{ tries: 0, done_at: null }])
  receiver.answer = respondWith(200)
  await world.send()
  expect(await world.deliveriesTo(id)).toMatchObject([{ tries: 1, last_status: 200 }])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
})

test('a delivery of a killed process is sent again a minute later, by any process', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver()
  const { closet, id } = await world.subscribed(receiver.url)
  await world.recordEvents(closet)
  const claimed = new Date(world.clock.now().getTime() + 60_000)
  await world.db.updateTable('webhook_endpoints').set({ sending_until: claimed }).execute()
  await world.send()
  expect(receiver.received).toEqual([])
  world.clock.advance({ seconds: 60 })
  await world.send()
  expect(receiver.received).toHaveLength(1)
  expect(await world.deliveriesTo(id)).toMatchObject([{ tries: 1, last_status: 204 }])
})

test('a claim made while the clock was ahead is not respected', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver()
  const { closet } = await world.subscribed(receiver.url)
  await world.recordEvents(closet)
  const ahead = new Date(world.clock.now().getTime() + 86_400_000)
  await world.db.updateTable('webhook_endpoints').set({ sending_until: ahead }).execute()
  await world.send()
  expect(receiver.received).toHaveLength(1)
})

test('two processes send each event once', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver()
  const closets = await Promise.all(
    Array.from({ length: 6 }, (_, n) => world.subscribed(`${receiver.url}/${n}`)),
  )
  for (const { closet } of closets) await world.recordEvents(closet, 3)
  // Runs are kept per database object, so this acts as another process.
  const other = { ...world.sending, db: world.db.withoutPlugins() as typeof world.db }
  await Promise.all([world.send(), sendWebhooks(other, new AbortController().signal)])
  await world.send()
  expect(receiver.received).toHaveLength(18)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(18)
})

test('nothing is sent if the secret was stored by another installation', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver()
  const { closet, id } = await world.subscribed(receiver.url)
  await world.recordEvents(closet)
  const auth = { ...world.auth, secret: 'the secret of another installation' }
  await sendWebhooks({ ...world.sending, auth }, new AbortController().signal)
  expect(receiver.received).toEqual([])
  expect(await world.deliveriesTo(id)).toMatchObject([{ tries: 1, last_problem: 'secret' }])
})

test('nothing is sent for a closet that is not approved', async () => {
  const world = await webhookWorld(localNetwork)
  const receiver = await webhookReceiver()
  const { closet } = await world.subscribed(receiver.url)
  await world.recordEvents(closet)
  const become = (account: 'blocked' | 'approved') =>
    world.db
      .updateTable('user_profiles')
      .set({ account_type: account === 'approved' ? 'business' : 'regular' })
      .set({ business_status: account })
      .where('id', '=', closet.id)
      .execute()
  await become('blocked')
  await world.send()
  expect(receiver.received).toEqual([])
  await become('approved')
})

test('enabling starts with new events; missed ones are only sent by hand', async () => {
  const world = await webhookWorld()
  const { db, clock } = world
  const receiver = await webhookReceiver()
  const { closet, id } = await world.subscribed(receiver.url)
  await world.recordEvents(closet)
  for (const enabled of [false, true])
    await setEnabled(db, closet, { endpointId: id, enabled }, clock.now())
  await world.send()
  expect(receiver.received).toEqual([])
  await world.recordEvents(closet)
  await world.send()
  expect(receiver.received).toHaveLength(1)
})

test('events are removed after 30 days, with their deliveries', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver()
  const { closet, id } = await world.subscribed(receiver.url)
  await world.recordEvents(closet)
  await world.send()
  world.clock.advance({ days: 30 })
  await world.recordEvents(closet)
  expect(await removeOldEvents(world.db, world.clock.now())).toBe(0)
  world.clock.advance({ seconds: 1 })
  expect(await removeOldEvents(world.db, world.clock.now())).toBe(1)
  expect(await world.deliveriesTo(id)).toHaveLength(1)
})

test('the queue figures say how many deliveries wait, and since when', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver(respondWith(503))
  const { closet } = await world.subscribed(receiver.url)
  await world.recordEvents(closet)
  const since = world.clock.now()
  expect(await readWebhookQueue(world.db)).toEqual({ waiting: 1, failing: 0, dueSince: since })
  await world.send()
  expect(await readWebhookQueue(world.db)).toMatchObject({ waiting: 1, failing: 1 })
})
