import { expect, onTestFinished, test, vi } from 'vitest'
import { API_ROOT } from '#app/api/api-root.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { apiTokenOf, callApi } from '#test/api.ts'
import { testSite } from '#test/app.ts'

const log: string[] = []
const site = await testSite({ log })
const { app, db, make, clock } = site

test('a closet changes the fields, photos and blocked dates of its items', async () => {
  const closet = await make.closet()
  const image = await make.image({ owner_id: closet.id })
  const item = await make.item({ closet, image_id: image.id })
  const { token } = await apiTokenOf(db, closet)
  const at = `/listings/${item.id}`
  const read = async () => (await callApi(app, 'GET', at, { token })).body
  const before = await read()
  const patch = (body: object) => callApi(app, 'PATCH', at, { token, body })

  expect((await patch({ credits_per_week: 70, turnaround_days: 2 })).status).toBe(204)
  expect(await read()).toEqual({ ...before, credits_per_week: 70, turnaround_days: 2 })
  const measurements = {
    stretch: 'some',
    bust_cm: 90.5,
    waist_cm: null,
    hips_cm: 98,
    length_cm: 140,
  }
  expect((await patch({ title: 'New title', measurements })).status).toBe(204)
  expect(await read()).toMatchObject({ title: 'New title', status: 'pending', measurements })

  const wrong = await patch({ title: ' ', size: 'Huge', colour: 1, price: 3, credits_per_week: -1 })
  expect([wrong.status, Object.keys(wrong.body.errors).toSorted()]).toEqual([
    422,
    ['colour', 'credits_per_week', 'price', 'size', 'title'],
  ])
  expect((await patch({ title: 'x'.repeat(121) })).status).toBe(422)

  const photo = await callApi(app, 'POST', `${at}/photos`, {
    token,
    bytes: new Uint8Array(flatPng(800, 1600)),
  })
  if (photo.status === 500) console.info(log.join())
  expect([photo.status, photo.body.photo_urls.length]).toEqual([201, 2])
  const noPhoto = await callApi(app, 'POST', `${at}/photos`, {
    token,
    bytes: new TextEncoder().encode('no photo'),
  })
  expect([noPhoto.status, Object.keys(noPhoto.body.errors)]).toEqual([422, ['body']])

  const [first, second] = photo.body.photo_urls
  expect((await patch({ photo_urls: [second, first] })).status).toBe(204)
  expect(await read()).toMatchObject({ image_url: second, photo_urls: [second, first] })
  const foreign = await make.image({ owner_id: closet.id })
  const notIts = new URL(`/images/${foreign.id}`, first).href
  for (const photo_urls of [[], [first, first], [first, notIts], ['/images/1'], 'x']) {
    const refused = await patch({ photo_urls })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
      422,
      [expect.stringMatching(/^photo_urls/)],
    ])
  }
  expect((await patch({ photo_urls: [second] })).status).toBe(204)
  expect(await read()).toMatchObject({ image_url: second, photo_urls: [second] })

  const today = calendarDateIn('America/New_York', clock.now())
  const start = addDays(today, 5)
  const end = addDays(today, 7)
  const days = `${at}/blocked-dates`
  expect((await callApi(app, 'PUT', days, { token, body: { start, end } })).status).toBe(204)
  expect((await read()).blocked_dates).toEqual([start, addDays(today, 6), end])
  expect(
    (await callApi(app, 'DELETE', `${days}?start=${start}&end=${start}`, { token })).status,
  ).toBe(204)
  expect((await read()).blocked_dates).toHaveLength(2)
  await make.holiday(closet, end, addDays(today, 8))
  const blocked = [addDays(today, 6), end, addDays(today, 8)]
  expect((await read()).blocked_dates).toEqual(blocked)
  await callApi(app, 'DELETE', `${days}?start=${start}&end=${addDays(today, 9)}`, { token })
  expect((await read()).blocked_dates).toEqual(blocked.slice(1))
  const back = await callApi(app, 'PUT', days, { token, body: { start: end, end: start } })
  expect([back.status, Object.keys(back.body.errors)]).toEqual([422, ['end']])
})

test('a closet adds an item once per key, as a draft until it has a photo', async () => {
  const closet = await make.closet()
  const { token } = await apiTokenOf(db, closet)
  const body = {
    ...{ title: 'Green silk gown', size: 'M', style: 'Formal', event_type: 'Wedding' },
    ...{ credits_per_week: 28, colour: 'Green', sku: 'G-17' },
  }
  const add = (changes: object, key?: string) =>
    callApi(app, 'POST', '/listings', { token, body: { ...body, ...changes }, ...(key && { key }) })
  const first = await add({}, 'gown')
  expect([first.status, first.body.status, first.body.sku]).toEqual([201, 'draft', 'G-17'])
  expect((await add({}, 'gown')).body).toEqual(first.body)
  expect((await add({})).body.reason).toBe('sku-taken')
  expect((await add({ title: '', style: 'Loud' })).body.errors).toMatchObject({
    title: 'Please enter a title.',
  })
  expect((await callApi(app, 'GET', '/listings', { token })).body.data).toHaveLength(1)
  const bytes = new Uint8Array(flatPng(800, 1600))
  const photo = await callApi(app, 'POST', `/listings/${first.body.id}/photos`, { token, bytes })
  expect([photo.status, photo.body.status]).toEqual([201, 'pending'])
})

test('a closet adds and deletes endpoints, and sees a secret once', async () => {
  const closet = await make.closet()
  const { token } = await apiTokenOf(db, closet)
  const at = '/webhook-endpoints'
  const body = { url: 'https://stock.example/hooks', events: ['rental.requested'] }
  const added = await callApi(app, 'POST', at, { token, body, key: 'hook' })
  expect(added.body).toMatchObject({ url: body.url, secret: expect.stringMatching(/^whsec_/) })
  const again = await callApi(app, 'POST', at, { token, body, key: 'hook' })
  expect(again.body).toEqual({ ...added.body, secret: undefined })
  const stored = await db.selectFrom('api_requests').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('whsec_')
  const wrong = await callApi(app, 'POST', at, { token, body: { ...body, url: 'http://10.0.0.1' } })
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['url']])
  const list = await callApi(app, 'GET', at, { token })
  expect(list.body.data).toMatchObject([{ id: added.body.id }])
  const { token: other } = await apiTokenOf(db, await make.closet())
  const gone = (of: string) => callApi(app, 'DELETE', `${at}/${added.body.id}`, { token: of })
  expect((await gone(other)).status).toBe(404)
  expect((await gone(token)).status).toBe(204)
  expect((await callApi(app, 'GET', at, { token })).body.data).toEqual([])
})

type SlowBody = { readonly method: string; readonly type: string; readonly bytes: number }

/** The status of a request whose body ends a minute after it began, with some bytes every five seconds. */
async function statusAfterAMinute(path: string, { method, type, bytes }: SlowBody, token: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let pulled = Promise.withResolvers<void>()
  let isOver = false
  const cancel = () => {
    isOver = true
    pulled.resolve()
  }
  let send = (_bytes: number) => {}
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    send = (count) => (count ? controller.enqueue(new Uint8Array(count)) : controller.close())
    pulled.resolve()
  }
  const body = new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 })
  const headers = {
    ...{ Authorization: `Bearer ${token}`, 'Content-Type': type },
    'Idempotency-Key': newId(),
  }
  const init = { method, headers, body, duplex: 'half' }
  const request = new Request(`http://localhost:3000${API_ROOT}${path}`, init)
  const answered = app.handle(request, { peer: '127.0.0.1' })
  for (let seconds = 0; seconds < 60 && !isOver; seconds += 5) {
    await pulled.promise
    pulled = Promise.withResolvers<void>()
    await vi.advanceTimersByTimeAsync(5000)
    if (!isOver) send(bytes)
  }
  if (!isOver) send(0)
  return (await answered).status
}

test('a photo may take a minute to arrive, as in the browser', async () => {
  const { token } = await apiTokenOf(db, await make.closet())
  const at = `/listings/${newId()}`
  const json = { method: 'PATCH', type: 'application/json', bytes: 1 }
  expect(await statusAfterAMinute(at, json, token)).toBe(408)
  const photo = { method: 'POST', type: 'image/png', bytes: 120_000 }
  expect(await statusAfterAMinute(`${at}/photos`, photo, token)).toBe(404)
  expect(await statusAfterAMinute(`${at}/photos`, { ...photo, bytes: 1 }, token)).toBe(408)
})
