import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { sweepApiRequests } from '#domain/outbound/idempotency/idempotency.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { type ApiDetails, apiTokenOf, callApi, endpoints } from '#test/api.ts'
import { testSite } from '#test/app.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { app, db, make, clock } = site

async function lent() {
  const closet = await make.closet()
  const item = await make.item({ closet })
  const renter = await make.readyShopper()
  const rental = await make.rental({ item, renter })
  await updateRows(db, 'rentals', rental.id, { cents_per_credit: 45 })
  const { token, tokenId } = await apiTokenOf(db, closet)
  const post = (path: string, details: ApiDetails = {}) =>
    callApi(app, 'POST', path, { token, ...details })
  const step = (name: string, body?: object, details: ApiDetails = {}) =>
    post(`/rentals/${rental.id}/${name}`, { body, ...details })
  return { closet, item, renter, rental, token, tokenId, post, step }
}

const actionsOn = async (id: RentalId) => {
  const lines = await readRows(db, 'audit_log', 'action', { noun_id: id }, 'id')
  return lines.map(({ action }) => action)
}

test('a closet takes every step of a rental, with notes and photos', async () => {
  const { rental, token, step, post } = await lent()
  expect((await step('accept')).body).toMatchObject({ status: 'confirmed', steps: ['deliver'] })
  const photo = await post(`/rentals/${rental.id}/photos`, {
    bytes: new Uint8Array(flatPng(800, 1000)),
  })
  expect(photo.status).toBe(201)
  const delivered = await step('deliver', {
    handover_method: 'post',
    carrier: 'ups',
    tracking_number: ' 1Z 999 ',
    note: 'One button is loose.',
    photo_ids: [photo.body.id],
  })
  expect(delivered.body).toMatchObject({
    status: 'delivered',
    handover_method: 'post',
    tracking_number: '1Z 999',
    steps: ['return'],
  })
  const again = await step('return', { photo_ids: [photo.body.id] })
  expect([again.status, again.body.errors]).toEqual([
    422,
    { photo_ids: 'One of these photos is not stored, or was used already.' },
  ])
  expect((await step('return', { note: 'Fine.' })).body).toMatchObject({ steps: ['review'] })
  const note = 'A loose thread.'
  const reviewed = await step('review', { condition_status: 'approved', notes: note })
  expect(reviewed.body).toMatchObject({ status: 'completed', stage: 'completed', steps: [] })
  expect(reviewed.body.condition_notes).toBe(note)
  expect(reviewed.body.delivery_address).toBeNull()
  expect(await actionsOn(rental.id)).toEqual([
    'accept',
    'deliver',
    'record-return',
    'approve-condition',
  ])
  const notes = await readRows(
    db,
    'rental_handovers',
    ['step', 'note', 'image_ids'],
    { rental_id: rental.id },
    'written_at',
  )
  expect(notes).toMatchObject([
    { step: 'delivery', note: 'One button is loose.', image_ids: [photo.body.id] },
    { step: 'return', note: 'Fine.' },
  ])
  expect((await callApi(app, 'GET', '/earnings', { token })).body.data).toHaveLength(1)
})

test('withholding part of a deposit requires an amount and a reason', async () => {
  const { step } = await lent()
  for (const name of ['deliver', 'return']) await step(name, {})
  const refused = async (body: object) => {
    const { status, body: answer } = await step('review', body)
    return [status, Object.keys(answer.errors ?? {})]
  }
  const withholding = { condition_status: 'deposit_kept' }
  expect(await refused({})).toEqual([422, ['condition_status']])
  expect(await refused(withholding)).toEqual([422, ['keep_cents']])
  expect(await refused({ ...withholding, keep_cents: 1.5, notes: 'Torn' })).toEqual([
    422,
    ['keep_cents'],
  ])
  expect(await refused({ ...withholding, keep_cents: 5001, notes: 'Torn' })).toEqual([
    422,
    ['keep_cents'],
  ])
  expect(await refused({ ...withholding, keep_cents: 100, notes: ' ' })).toEqual([422, ['notes']])
  expect(await refused({ condition_status: 'approved', keep_cents: 100 })).toEqual([
    422,
    ['keep_cents'],
  ])
  const done = await step('review', {
    ...withholding,
    keep_cents: 1250,
    notes: 'A tear at the hem.',
  })
  expect(done.body).toMatchObject({
    condition_status: 'deposit_kept',
    deposit_kept_amount: 1250,
    condition_notes: 'A tear at the hem.',
  })
})

test('a step at the wrong time or after another person’s step is a conflict', async () => {
  const { rental, renter, step } = await lent()
  const refused = async (name: string, body: object = {}) => {
    const { status, body: answer } = await step(name, body)
    return [status, answer.reason]
  }
  expect(await refused('return')).toEqual([409, 'not-yet'])
  expect(await refused('deliver', { carrier: 'ups' })).toEqual([422, 'invalid'])
  await step('accept')
  await cancelRental(
    db,
    renter,
    { rentalId: rental.id, origin: 'https://shop.example' },
    clock.now(),
  )
  expect(await refused('deliver')).toEqual([409, 'already-decided'])
})

test('a repeated request with its key is executed once and gets the same answer', async () => {
  const { rental, step, token } = await lent()
  const key = 'order-17/accept'
  const first = await step('accept', {}, { key })
  expect(first.headers.has('idempotency-replayed')).toBe(false)
  await step('deliver')
  const again = await step('accept', {}, { key })
  expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
    200,
    first.body,
    'true',
  ])
  expect(again.body.status).toBe('confirmed')
  expect(await actionsOn(rental.id)).toEqual(['accept', 'deliver'])

  const other = await step('return', {}, { key })
  expect([other.status, other.body.reason]).toEqual([422, 'key-reused'])
  const changed = await step('accept', { note: 'x' }, { key })
  expect(changed.status).toBe(422)
  for (const wrong of ['', 'with blank', 'x'.repeat(256), '\u00fc'])
    expect(
      (
        await callApi(app, 'POST', `/rentals/${rental.id}/return`, {
          token,
          key: null,
          headers: { 'Idempotency-Key': wrong },
        })
      ).body.reason,
    ).toBe('key-missing')
})

test('a key belongs to its token', async () => {
  const one = await lent()
  const other = await lent()
  const key = 'the-same'
  expect((await one.step('accept', {}, { key })).status).toBe(200)
  const { status, headers } = await other.step('accept', {}, { key })
  expect([status, headers.has('idempotency-replayed')]).toEqual([200, false])
})

test('a refused request leaves its key free', async () => {
  const { step } = await lent()
  const key = 'return'
  expect((await step('return', {}, { key })).body.reason).toBe('not-yet')
  await step('deliver')
  expect((await step('return', {}, { key })).status).toBe(200)
})

test('of many simultaneous requests with one key, one is executed', async () => {
  const { rental, step } = await lent()
  const all = await Promise.all(
    Array.from({ length: 8 }, () => step('deliver', { note: 'Here.' }, { key: 'once' })),
  )
  const done = all.filter(({ status }) => status === 200)
  expect(done.length).toBeGreaterThan(0)
  for (const { status, body } of all)
    expect([200, 409]).toContain(status === 200 ? 200 : body.status)
  expect(done.filter(({ headers }) => !headers.has('idempotency-replayed'))).toHaveLength(1)
  for (const { body } of done) expect(body).toEqual(done[0]?.body)
  expect(await actionsOn(rental.id)).toEqual(['deliver'])
})

test('a job deletes keys after a day', async () => {
  const { tokenId, step } = await lent()
  await step('accept')
  const rows = () =>
    db.selectFrom('api_requests').select('key').where('token_id', '=', tokenId).execute()
  const later = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000)
  await sweepApiRequests(db, later(23))
  expect(await rows()).toHaveLength(1)
  await sweepApiRequests(db, later(25))
  expect(await rows()).toHaveLength(0)
})

test('nothing in the API spends credits or money', () => {
  const names = endpoints.map(({ name, path, method }) => `${method} ${path} ${name}`).join('\n')
  expect(names).not.toMatch(/checkout|purchase|buy|payout|spend|extend|swap|claim|gift|subscri/i)
  const posted = endpoints.filter(({ method }) => method === 'POST').map(({ path }) => path)
  expect(posted.filter((path) => /rent/.test(path) && !path.startsWith('/rentals/{id}/'))).toEqual(
    [],
  )
})

test('a closet’s requests change nobody’s balance or wallet', async () => {
  const { step, renter, closet } = await lent()
  const sums = () =>
    db
      .selectFrom('user_credits')
      .select(['user_id', 'credits_balance'])
      .where('user_id', 'in', [renter.id, closet.id])
      .orderBy('user_id')
      .execute()
  const before = await sums()
  for (const name of ['accept', 'deliver', 'return']) await step(name, {})
  await step('review', { condition_status: 'approved' })
  expect(await sums()).toEqual(before)
})
