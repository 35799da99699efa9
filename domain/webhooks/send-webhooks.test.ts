import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { answering, localNetwork, webhookReceiver } from '#test/webhook-receiver.ts'
import { origin, webhookWorld } from '#test/webhook-world.ts'
import { rotateSecret, setEnabled } from './endpoints.ts'
import { recordEvent } from './record-event.ts'
import { MAX_TRIES, RETRY_WAITS_MS } from './retry-schedule.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { MAX_WAITING } from './webhook-limits.ts'
import { readWebhookQueue, removeOldEvents } from './webhook-queue.ts'

type World = Awaited<ReturnType<typeof webhookWorld>>

async function happen({ db, clock }: World, closet: ClosetOwner, times = 1) {
  for (let time = 0; time < times; time += 1)
    await inTransaction(db, (tx) =>
      recordEvent(
        tx,
        { type: 'rental.late', ownerId: closet.id },
        () => ({ id: newId(), title: 'Robe à la française' }),
        clock.now(),
      ),
    )
}

async function subscribed(world: World, url: string) {
  const closet = await world.made.closet()
  return { closet, ...(await world.endpoint(closet, url)) }
}

test('an event is sent once, and the verifier of Standard Webhooks accepts it', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver()
  const { closet, id, secret } = await subscribed(world, receiver.url)
  await happen(world, closet)
  await world.send()
  await world.send()
  const [event] = await world.events()
  expect(receiver.received).toHaveLength(1)
  const [received] = receiver.received
  if (!received) throw new Error('nothing arrived')
  const { headers, body } = received
  const verified = new Webhook(secret).verify(body, headers as Record<string, string>)
  expect(verified).toEqual({
    id: event?.id,
    type: 'rental.late',
    timestamp: world.clock.now().toISOString(),
    data: event?.payload,
  })
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': event?.id })
  const other = new Webhook(`whsec_${Buffer.from('another secret').toString('base64')}`)
  expect(() => other.verify(body, headers as Record<string, string>)).toThrow()
  expect(await world.deliveriesTo(id)).toMatchObject([
    { tries: 1, next_at: null, done_at: world.clock.now(), last_status: 204, last_problem: null },
  ])
  expect(await world.endpointOf(id)).toMatchObject({ failing_since: null, sending_until: null })
})

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const world = await webhookWorld()
  const { db, clock, auth } = world
  const receiver = await webhookReceiver()
  const { closet, id, secret } = await subscribed(world, receiver.url)
  const rotated = await rotateSecret(db, closet, id, { auth }, clock.now())
  if (!rotated.ok) throw new Error('not rotated')
  await happen(world, closet)
  await world.send()
  const accepts = (text: string, index: number) => {
    const received = receiver.received[index]
    if (!received) throw new Error('nothing arrived')
    const { headers, body } = received
    // The verifier knows the time of this machine only.
    const signatures = String(headers['webhook-signature']).split(' ')
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    return signatures.includes(new Webhook(text).sign(String(headers['webhook-id']), at, body))
  }
  expect([accepts(secret, 0), accepts(rotated.value.secret, 0)]).toEqual([true, true])
  clock.advance({ hours: 24 })
  await happen(world, closet)
  await world.send()
  expect([accepts(secret, 1), accepts(rotated.value.secret, 1)]).toEqual([false, true])
  await removeOldEvents(db, new Date(clock.now().getTime() + 1))
  expect(await world.endpointOf(id)).toMatchObject({ previous_secret: null })
})

test('a delivery that fails is tried again on schedule; then its endpoint is disabled with an email', async () => {
  const world = await webhookWorld()
  const { db, clock } = world
  const receiver = await webhookReceiver(answering(500))
  const { closet, id } = await subscribed(world, receiver.url)
  await happen(world, closet)
  for (const [index, wait] of RETRY_WAITS_MS.entries()) {
    await world.send()
    const next = new Date(clock.now().getTime() + wait)
    expect(await world.deliveriesTo(id)).toMatchObject([
      { tries: index + 1, next_at: next, done_at: null, last_status: 500, last_problem: 'status' },
    ])
    clock.set(new Date(next.getTime() - 1))
    await world.send()
    expect(receiver.received).toHaveLength(index + 1)
    clock.set(next)
  }
  expect(await db.selectFrom('mail_outbox').select('id').execute()).toEqual([])
  await happen(world, closet)
  await world.send()
  expect(receiver.received.length).toBeGreaterThanOrEqual(MAX_TRIES)
  expect(await world.endpointOf(id)).toMatchObject({
    disabled_at: clock.now(),
    disabled_because: 'failing',
  })
  const deliveries = await world.deliveriesTo(id)
  expect(deliveries.map(({ next_at }) => next_at)).toEqual([null, null])
  expect(deliveries[0]).toMatchObject({ tries: MAX_TRIES, done_at: null })
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['template', 'to_address', 'text_body'])
    .execute()
  expect(mails).toMatchObject([{ template: 'webhook-disabled', to_address: closet.email }])
  expect(mails[0]?.text_body).toContain(`${origin}/business/webhooks/${id}`)
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
  expect(ids.size).toBeLessThanOrEqual(2)
})

test('an event that alone is never accepted does not disable an endpoint that works', async () => {
  const world = await webhookWorld()
  const { clock } = world
  const receiver = await webhookReceiver()
  const { closet, id } = await subscribed(world, receiver.url)
  await happen(world, closet)
  const [refused] = await world.events()
  receiver.answer = (response, { headers }) =>
    void response.writeHead(headers['webhook-id'] === refused?.id ? 422 : 200).end()
  for (const wait of [...RETRY_WAITS_MS, 0]) {
    await world.send()
    await happen(world, closet)
    await world.send()
    clock.advance({ seconds: wait / 1000 })
  }
  expect((await world.deliveriesTo(id))[0]).toMatchObject({ tries: MAX_TRIES, next_at: null })
  expect(await world.endpointOf(id)).toMatchObject({ disabled_at: null })
})

test('an endpoint that is gone is disabled at once', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver(answering(410))
  const { closet, id } = await subscribed(world, receiver.url)
  await happen(world, closet, 2)
  await world.send()
  expect(receiver.received).toHaveLength(1)
  expect(await world.endpointOf(id)).toMatchObject({ disabled_because: 'gone' })
})

test('an endpoint for which too much waits is disabled', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver(answering(500))
  const { closet, id } = await subscribed(world, receiver.url)
  await happen(world, closet)
  await world.database.pool.query(
    `with made as (
       insert into outgoing_events (id, type, owner_id, payload, at)
       select gen_random_uuid(), 'rental.late', $1, '{}', now() from generate_series(1, $3)
       returning id)
     insert into webhook_deliveries (id, endpoint_id, event_id, next_at)
     select gen_random_uuid(), $2, id, now() + interval '1 hour' from made`,
    [closet.id, id, MAX_WAITING - 1],
  )
  await world.send()
  expect(await world.endpointOf(id)).toMatchObject({ disabled_because: 'too_many_waiting' })
  expect(await readWebhookQueue(world.db)).toEqual({ waiting: 0, failing: 0, dueSince: null })
})

test('endpoints that hang do not hold up the others, however many they are', async () => {
  const world = await webhookWorld({ ...localNetwork, timeoutMs: 60_000 })
  const hanging = await webhookReceiver(() => {})
  const slow = await Promise.all(
    Array.from({ length: 30 }, (_, n) => subscribed(world, `${hanging.url}/${n}`)),
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
  for (const { closet } of slow) await happen(world, closet)
  const stop = new AbortController()
  const sending = sendWebhooks(world.sending, stop.signal)
  const working = await webhookReceiver()
  const served = Promise.withResolvers<void>()
  working.answer = (response, _, number) => {
    response.writeHead(204).end()
    if (number === 3) served.resolve()
  }
  const { closet } = await subscribed(world, working.url)
  await happen(world, closet, 3)
  // The job that the event has added wakes the run.
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
  const busy = await subscribed(world, receiver.url)
  await happen(world, busy.closet, 5)
  await world.send()
  expect([order.length, atOnce]).toEqual([5, 1])
})

test('a request under way when the process ends is sent again', async () => {
  const world = await webhookWorld()
  const arrived = Promise.withResolvers<void>()
  const receiver = await webhookReceiver(() => arrived.resolve())
  const { closet, id } = await subscribed(world, receiver.url)
  await happen(world, closet)
  const stop = new AbortController()
  const sending = sendWebhooks(world.sending, stop.signal)
  await arrived.promise
  stop.abort()
  await sending
  expect(await world.deliveriesTo(id)).toMatchObject([{ tries: 0, done_at: null }])
  receiver.answer = answering(200)
  await world.send()
  expect(await world.deliveriesTo(id)).toMatchObject([{ tries: 1, last_status: 200 }])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
})

test('what a killed process was sending is sent again a minute later, by any process', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver()
  const { closet, id } = await subscribed(world, receiver.url)
  await happen(world, closet)
  const claimed = new Date(world.clock.now().getTime() + 60_000)
  await world.db.updateTable('webhook_endpoints').set({ sending_until: claimed }).execute()
  await world.send()
  expect(receiver.received).toEqual([])
  world.clock.advance({ seconds: 60 })
  await world.send()
  expect(receiver.received).toHaveLength(1)
  expect(await world.deliveriesTo(id)).toMatchObject([{ tries: 1, last_status: 204 }])
})

test('a claim from when the clock was ahead does not hold', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver()
  const { closet } = await subscribed(world, receiver.url)
  await happen(world, closet)
  const ahead = new Date(world.clock.now().getTime() + 86_400_000)
  await world.db.updateTable('webhook_endpoints').set({ sending_until: ahead }).execute()
  await world.send()
  expect(receiver.received).toHaveLength(1)
})

test('two processes send each event once', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver()
  const closets = await Promise.all(
    Array.from({ length: 6 }, (_, n) => subscribed(world, `${receiver.url}/${n}`)),
  )
  for (const { closet } of closets) await happen(world, closet, 3)
  // A run belongs to a database object: this one is another process.
  const other = { ...world.sending, db: world.db.withoutPlugins() as typeof world.db }
  await Promise.all([world.send(), sendWebhooks(other, new AbortController().signal)])
  await world.send()
  expect(receiver.received).toHaveLength(18)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(18)
})

test('a secret of another installation cannot sign; nothing is sent', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver()
  const { closet, id } = await subscribed(world, receiver.url)
  await happen(world, closet)
  const auth = { ...world.auth, secret: 'the secret of another installation' }
  await sendWebhooks({ ...world.sending, auth }, new AbortController().signal)
  expect(receiver.received).toEqual([])
  expect(await world.deliveriesTo(id)).toMatchObject([{ tries: 1, last_problem: 'secret' }])
})

test('nothing is sent for a closet that is not approved', async () => {
  const world = await webhookWorld(localNetwork)
  const receiver = await webhookReceiver()
  const { closet } = await subscribed(world, receiver.url)
  await happen(world, closet)
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

test('enabling starts anew; what it missed waits for its closet', async () => {
  const world = await webhookWorld()
  const { db, clock } = world
  const receiver = await webhookReceiver()
  const { closet, id } = await subscribed(world, receiver.url)
  await happen(world, closet)
  for (const enabled of [false, true])
    await setEnabled(db, closet, { endpointId: id, enabled }, clock.now())
  await world.send()
  expect(receiver.received).toEqual([])
  await happen(world, closet)
  await world.send()
  expect(receiver.received).toHaveLength(1)
})

test('events are removed after 30 days, with their deliveries', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver()
  const { closet, id } = await subscribed(world, receiver.url)
  await happen(world, closet)
  await world.send()
  world.clock.advance({ days: 30 })
  await happen(world, closet)
  expect(await removeOldEvents(world.db, world.clock.now())).toBe(0)
  world.clock.advance({ seconds: 1 })
  expect(await removeOldEvents(world.db, world.clock.now())).toBe(1)
  expect(await world.deliveriesTo(id)).toHaveLength(1)
})

test('the queue says how much waits, and since when', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver(answering(503))
  const { closet } = await subscribed(world, receiver.url)
  await happen(world, closet)
  const since = world.clock.now()
  expect(await readWebhookQueue(world.db)).toEqual({ waiting: 1, failing: 0, dueSince: since })
  await world.send()
  expect(await readWebhookQueue(world.db)).toMatchObject({ waiting: 1, failing: 1 })
})
