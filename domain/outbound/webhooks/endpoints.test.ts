import { expect, test } from 'vitest'
import { ownData } from '#domain/accounts/people/own-data.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { respondWith, webhookReceiver } from '#test/webhook-receiver.ts'
import { webhookWorld } from '#test/worlds/webhook-world.ts'
import { deliveriesOf, sendAgain, sendTestEvent } from './delivery-log.ts'
import {
  addEndpoint,
  changeEvents,
  deleteEndpoint,
  endpointsOf,
  readEndpoint,
  rotateSecret,
  setEnabled,
} from './endpoints.ts'
import { MAX_ENDPOINTS } from './webhook-limits.ts'

const world = await webhookWorld()
const { db, made, clock, sending } = world
const url = 'https://receiver.test/hook'
const ok = { ok: true, value: null }
const refusal = (reason: string) => ({ ok: false, problem: { reason } })

const add = (closet: ClosetOwner, to: string, events: readonly string[] = ['rental.late']) =>
  addEndpoint(db, closet, { url: to, events }, sending, clock.now())

test('a secret is shown once and stored encrypted, and the audit log contains neither it nor the path', async () => {
  const closet = await made.closet()
  const added = await add(closet, 'https://receiver.test/key-of-the-receiver', [
    'rental.late',
    'x',
    'rental.late',
  ])
  if (!added.ok) throw new Error(added.problem.reason)
  const { id, secret } = added.value
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const stored = await world.endpointOf(id)
  expect(stored.secret).toMatch(/^gcm\./)
  expect(stored.events).toEqual(['rental.late'])
  expect(JSON.stringify(stored)).not.toContain(secret.slice(6, 20))
  expect(JSON.stringify(await endpointsOf(db, closet, clock.now()))).not.toContain('gcm.')
  const taken = await ownData(db, closet, clock.now())
  expect(taken.webhooks).toMatchObject([{ url: stored.url, events: ['rental.late'] }])
  expect(JSON.stringify(taken)).not.toContain('gcm.')
  const lines = JSON.stringify(
    await db.selectFrom('audit_log').select('after').where('noun_id', '=', id).execute(),
  )
  expect(lines).toContain('receiver.test')
  expect(lines).not.toMatch(/key-of-the-receiver|whsec_/)
})

test('invalid endpoints cannot be added', async () => {
  const closet = await made.closet()
  expect(await add(closet, 'http://receiver.test/')).toEqual(refusal('url-not-https'))
  expect(await add(closet, 'https://10.0.0.1/')).toEqual(refusal('url-host-not-public'))
  expect(await add(closet, url, ['webhook.test', 'unknown'])).toEqual(refusal('events-missing'))
  expect(await add(closet, url)).toMatchObject({ ok: true })
  expect(await add(closet, ` ${url}#again`)).toEqual(refusal('url-known'))
  expect(await endpointsOf(db, closet, clock.now())).toHaveLength(1)
})

test('a closet has at most ten endpoints, even when it adds several at once', async () => {
  const closet = await made.closet()
  const added = await Promise.all(
    Array.from({ length: MAX_ENDPOINTS + 3 }, (_, n) => add(closet, `${url}/${n}`)),
  )
  expect(added.filter(({ ok }) => ok)).toHaveLength(MAX_ENDPOINTS)
  expect(added.filter(({ ok }) => !ok)[0]).toEqual(refusal('too-many-endpoints'))
  const [first] = await endpointsOf(db, closet, clock.now())
  if (!first) throw new Error('none')
  expect(await deleteEndpoint(db, closet, first.id, clock.now())).toEqual(ok)
  expect(await add(closet, `${url}/next`)).toMatchObject({ ok: true })
})

test('no endpoint is added to a closet that was closed in the meantime', async () => {
  const closet = await made.closet()
  await updateRows(db, 'user_profiles', closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  expect(await add(closet, url)).toEqual(refusal('not-a-closet'))
})

test('other closets’ endpoints are not found', async () => {
  const closet = await made.closet()
  const { id } = await world.endpoint(closet, url)
  await sendTestEvent(db, closet, id, clock.now())
  const [delivery] = await world.deliveriesTo(id)
  if (!delivery) throw new Error('none')
  const stranger = await made.closet()
  const own = await world.endpoint(stranger, url)
  const now = clock.now()
  const missing = refusal('endpoint-not-found')
  expect([
    await changeEvents(db, stranger, { endpointId: id, events: ['rental.late'] }, now),
    await rotateSecret(db, stranger, id, sending, now),
    await setEnabled(db, stranger, { endpointId: id, enabled: false }, now),
    await deleteEndpoint(db, stranger, id, now),
    await sendTestEvent(db, stranger, id, now),
    await sendAgain(db, stranger, { endpointId: id, deliveryId: delivery.id }, now),
  ]).toEqual(Array(6).fill(missing))
  const through = { endpointId: own.id, deliveryId: delivery.id }
  expect(await sendAgain(db, stranger, through, now)).toEqual(refusal('delivery-not-found'))
  expect(await readEndpoint(db, stranger, id, now)).toBeNull()
  expect(await deliveriesOf(db, stranger, id, null)).toEqual({ rows: [], next: null })
  expect(await endpointsOf(db, stranger, now)).toMatchObject([{ id: own.id }])
})

test('a test event goes to one endpoint, whatever it subscribes to', async () => {
  const receiver = await webhookReceiver()
  const closet = await made.closet()
  const { id } = await world.endpoint(closet, receiver.url, ['rental.late'])
  const other = await world.endpoint(closet, `${receiver.url}/other`)
  expect(await sendTestEvent(db, closet, id, clock.now())).toEqual(ok)
  await world.send()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  const { rows } = await deliveriesOf(db, closet, id, null)
  expect(rows).toMatchObject([{ type: 'webhook.test', state: 'delivered', tries: 1 }])
  expect(rows[0]?.body).toBe(receiver.received[0]?.body)
  expect(await world.deliveriesTo(other.id)).toEqual([])
})

test('resending a delivery by hand uses the same id and starts its tries over', async () => {
  const receiver = await webhookReceiver(respondWith(500))
  const closet = await made.closet()
  const { id } = await world.endpoint(closet, receiver.url)
  await sendTestEvent(db, closet, id, clock.now())
  const [delivery] = await world.deliveriesTo(id)
  if (!delivery) throw new Error('none')
  const again = { endpointId: id, deliveryId: delivery.id }
  expect(await sendAgain(db, closet, again, clock.now())).toEqual(refusal('still-waiting'))
  await world.send()
  // Resent by hand instead of waiting for the next try.
  receiver.answer = respondWith(200)
  expect(await sendAgain(db, closet, again, clock.now())).toEqual(ok)
  await world.send()
  expect(await sendAgain(db, closet, again, clock.now())).toEqual(ok)
  await world.send()
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(1)
  const at = { endpointId: id, enabled: false }
  expect(await setEnabled(db, closet, at, clock.now())).toEqual(ok)
  expect(await sendAgain(db, closet, again, clock.now())).toEqual(refusal('endpoint-disabled'))
  expect(await sendTestEvent(db, closet, id, clock.now())).toEqual(refusal('endpoint-disabled'))
})

test('the log is read page by page, newest first', async () => {
  const closet = await made.closet()
  const { id } = await world.endpoint(closet, url)
  for (let time = 0; time < 25; time += 1) await sendTestEvent(db, closet, id, clock.now())
  const first = await deliveriesOf(db, closet, id, null)
  const second = await deliveriesOf(db, closet, id, first.next)
  expect([first.rows.length, second.rows.length, second.next]).toEqual([20, 5, null])
  const ids = [...first.rows, ...second.rows].map((row) => row.id)
  expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
  expect(await deliveriesOf(db, closet, id, 'nonsense')).toEqual(first)
  await deleteEndpoint(db, closet, id, clock.now())
})
