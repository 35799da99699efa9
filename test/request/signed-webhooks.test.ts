import { expect, test } from 'vitest'
import { webhookSignature } from '#sandbox/webhooks/signature.ts'
import { testSite } from '#test/app.ts'
import { readRow } from '#test/postgres/rows.ts'

const site = await testSite()

const { webhookSecret, connectWebhookSecret } = site.settings.payments

/** Posts a body with Stripe's signature. */
async function deliver(body: string, secret = webhookSecret) {
  const signedAt = Math.floor(Date.now() / 1000)
  const signature = webhookSignature(body, secret, signedAt)
  const headers = { 'Content-Type': 'application/json', 'stripe-signature': signature }
  const page = await site.post('/hooks/stripe', {}, { body, headers })
  return page.status
}

function eventWith(fields: object) {
  const event = { id: 'evt_1', object: 'event', type: 'charge.refunded' }
  return JSON.stringify({ ...event, data: { object: { id: 'ch_1' } }, ...fields })
}

const storedIds = async () => {
  const rows = await site.db.selectFrom('stripe_events').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

const noEvents: readonly (readonly [string, string])[] = [
  ['null', 'null'],
  ['an empty object', '{}'],
  ['a list', '[]'],
  ['a number', '1'],
  ['no JSON', 'x'],
  ['nothing', ''],
  ['an id with NUL', eventWith({ id: 'evt_\0' })],
  ['a very long id', eventWith({ id: `evt_${'1'.repeat(10_000)}` })],
  ['an id that is no text', eventWith({ id: { toString: 1 } })],
  ['a type with NUL', eventWith({ type: 'charge.refunded\0' })],
  ['no data', eventWith({ data: null })],
  ['data without an object', eventWith({ data: { object: null } })],
]

test.for(noEvents)('a signed body that is not an event is refused: %s', async ([, body]) => {
  const before = await storedIds()
  expect(await deliver(body)).toBe(400)
  expect(await storedIds()).toEqual(before)
})

test('a signed event is stored, so the refused ones had a valid signature', async () => {
  // An event type that is not handled.
  expect(await deliver(eventWith({ id: 'evt_signed', type: 'product.updated' }))).toBe(200)
  expect(await storedIds()).toContain('evt_signed')
})

test('an event of a connected account is stored and not processed as one of ours', async () => {
  const account = 'acct_1'
  expect(await deliver(eventWith({ id: 'evt_account', account }), connectWebhookSecret ?? '')).toBe(
    200,
  )
  expect(await deliver(eventWith({ id: 'evt_own' }))).toBe(200)
  const left = await site.db
    .selectFrom('stripe_events')
    .select('id')
    .where('id', 'in', ['evt_account', 'evt_own'])
    .where('done_at', 'is', null)
    .execute()
  expect(left).toEqual([{ id: 'evt_own' }])
})

test('an event is stored without text that the database cannot store', async () => {
  const data = { object: { id: 'prod_1', name: 'a\0b\ud800c' } }
  expect(await deliver(eventWith({ id: 'evt_text', type: 'product.updated', data }))).toBe(200)
  const { payload } = await readRow(site.db, 'stripe_events', 'payload', 'evt_text')
  expect(payload).toMatchObject({ data: { object: { id: 'prod_1', name: 'ab\ufffdc' } } })
})
