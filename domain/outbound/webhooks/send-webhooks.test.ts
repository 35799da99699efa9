import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { readRows } from '#test/postgres/rows.ts'
import { respondWith, webhookReceiver } from '#test/webhook-receiver.ts'
import { origin, webhookWorld } from '#test/worlds/webhook-world.ts'
import { rotateSecret } from './endpoints.ts'
import { MAX_TRIES, RETRY_WAITS_MS } from './retry-schedule.ts'
import { MAX_WAITING } from './webhook-limits.ts'
import { readWebhookQueue, removeOldEvents } from './webhook-queue.ts'

test('an event is sent once, and the Standard Webhooks verifier accepts it', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver()
  const { closet, id, secret } = await world.subscribed(receiver.url)
  await world.recordEvents(closet)
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

test('after a rotation both secrets sign for a day, then only the new one', async () => {
  const world = await webhookWorld()
  const { db, clock, auth } = world
  const receiver = await webhookReceiver()
  const { closet, id, secret } = await world.subscribed(receiver.url)
  const rotated = await rotateSecret(db, closet, id, { auth }, clock.now())
  if (!rotated.ok) throw new Error('not rotated')
  await world.recordEvents(closet)
  await world.send()
  const accepts = (text: string, index: number) => {
    const received = receiver.received[index]
    if (!received) throw new Error('nothing arrived')
    const { headers, body } = received
    // The verifier uses the real time, so signatures are compared here instead.
    const signatures = String(headers['webhook-signature']).split(' ')
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    return signatures.includes(new Webhook(text).sign(String(headers['webhook-id']), at, body))
  }
  expect([accepts(secret, 0), accepts(rotated.value.secret, 0)]).toEqual([true, true])
  clock.advance({ hours: 24 })
  await world.recordEvents(closet)
  await world.send()
  expect([accepts(secret, 1), accepts(rotated.value.secret, 1)]).toEqual([false, true])
  await removeOldEvents(db, new Date(clock.now().getTime() + 1))
  expect(await world.endpointOf(id)).toMatchObject({ previous_secret: null })
})

test('a failing delivery is retried on schedule; then its endpoint is disabled with an email', async () => {
  const world = await webhookWorld()
  const { db, clock } = world
  const receiver = await webhookReceiver(respondWith(500))
  const { closet, id } = await world.subscribed(receiver.url)
  await world.recordEvents(closet)
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
  await world.recordEvents(closet)
  await world.send()
  expect(receiver.received.length).toBeGreaterThanOrEqual(MAX_TRIES)
  expect(await world.endpointOf(id)).toMatchObject({
    disabled_at: clock.now(),
    disabled_because: 'failing',
  })
  const deliveries = await world.deliveriesTo(id)
  expect(deliveries.map(({ next_at }) => next_at)).toEqual([null, null])
  expect(deliveries[0]).toMatchObject({ tries: MAX_TRIES, done_at: null })
  const mails = await readRows(db, 'mail_outbox', ['template', 'to_address', 'text_body'], {})
  expect(mails).toMatchObject([{ template: 'webhook-disabled', to_address: closet.email }])
  expect(mails[0]?.text_body).toContain(`${origin}/business/webhooks/${id}`)
  expect(mails[0]?.text_body).toContain('Events that happen while it is disabled are not recorded.')
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
  expect(ids.size).toBeLessThanOrEqual(2)
})

test('a single event that is never accepted does not disable a working endpoint', async () => {
  const world = await webhookWorld()
  const { clock } = world
  const receiver = await webhookReceiver()
  const { closet, id } = await world.subscribed(receiver.url)
  await world.recordEvents(closet)
  const [refused] = await world.events()
  receiver.answer = (response, { headers }) =>
    void response.writeHead(headers['webhook-id'] === refused?.id ? 422 : 200).end()
  for (const wait of [...RETRY_WAITS_MS, 0]) {
    await world.send()
    await world.recordEvents(closet)
    await world.send()
    clock.advance({ seconds: wait / 1000 })
  }
  expect((await world.deliveriesTo(id))[0]).toMatchObject({ tries: MAX_TRIES, next_at: null })
  expect(await world.endpointOf(id)).toMatchObject({ disabled_at: null })
})

test('an endpoint that is gone is disabled at once', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver(respondWith(410))
  const { closet, id } = await world.subscribed(receiver.url)
  await world.recordEvents(closet, 2)
  await world.send()
  expect(receiver.received).toHaveLength(1)
  expect(await world.endpointOf(id)).toMatchObject({ disabled_because: 'gone' })
})

test('an endpoint with too many waiting deliveries is disabled', async () => {
  const world = await webhookWorld()
  const receiver = await webhookReceiver(respondWith(500))
  const { closet, id } = await world.subscribed(receiver.url)
  await world.recordEvents(closet)
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
