import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { apiScopes } from '#domain/accounts/tokens/api-scopes.ts'
import type { Person } from '#domain/shared/actors.ts'
import { apiTokenOf, callApi, endpoints } from '#test/api.ts'
import { testSite } from '#test/app.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { app, db, make } = site

const document = async (headers: Record<string, string> = {}, host = 'localhost:3000') =>
  await app.handle(new Request(`http://${host}/api/openapi.json`, { headers }), {
    peer: '127.0.0.1',
  })

test('the API document is valid OpenAPI 3.1, public and cacheable', async () => {
  const response = await document()
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
  const specification = JSON.parse(await response.text())
  expect(await new Validator().validate(specification)).toEqual({ valid: true })
  expect(specification.openapi).toMatch(/^3\.1/)
  // Saved as a file, the document must still say where the API is.
  expect(specification.servers).toEqual([{ url: 'http://localhost:3000/api/v1' }])
  const operations = Object.values<object>(specification.paths).flatMap(Object.keys)
  expect(operations).toHaveLength(endpoints.length)
  const again = await document({ 'If-None-Match': response.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect(again.headers.get('content-type')).toBeNull()
})

test('the API document names the address at which it was read', async () => {
  for (const host of ['localhost:3000', '127.0.0.1:3000', 'localhost:3000']) {
    const { servers } = JSON.parse(await (await document({}, host)).text())
    expect(servers).toEqual([{ url: `http://${host}/api/v1` }])
  }
})

test('no number of the API document is a multiple of a fraction', async () => {
  // 90.3 is none of 0.1 for validators that divide.
  const text = await (await document()).text()
  for (const [, step] of text.matchAll(/"multipleOf":([\d.e-]+)/g))
    expect(Number.isInteger(Number(step))).toBe(true)
  expect(text).toContain('one decimal')
})

test('the API page has an example for every endpoint', async () => {
  const page = await site.get('/api')
  for (const { name, path, answer } of endpoints) {
    const section = page.$(`[aria-labelledby="${name}"]`)
    expect(section.textContent).toContain(`/api/v1${path}`)
    expect(section.querySelectorAll('pre')).toHaveLength(answer ? 2 : 1)
  }
  expect(page.response.headers.get('cache-control')).toMatch(/^public/)
})

test('a shopper browses, likes and reads their own data', async () => {
  const shopper = await make.readyShopper()
  const item = await make.item({ title: 'Green silk gown' })
  const rental = await make.rental({ item: await make.item(), renter: shopper })
  const { token } = await apiTokenOf(db, shopper)
  const get = (path: string) => callApi(app, 'GET', path, { token })

  expect((await get('/items')).body.data).toContainEqual(
    expect.objectContaining({ id: item.id, title: 'Green silk gown', credits_per_week: 14 }),
  )
  expect((await get('/items?size=XS')).body).toEqual({ data: [], next: null })
  expect((await get(`/items/${item.id}`)).body).toMatchObject({ status: 'free', likes: 0 })

  for (const status of [204, 204])
    expect((await callApi(app, 'PUT', `/likes/${item.id}`, { token })).status).toBe(status)
  expect((await get('/likes')).body.data).toMatchObject([{ id: item.id, available: true }])
  expect((await callApi(app, 'DELETE', `/likes/${item.id}`, { token })).status).toBe(204)
  expect((await get('/likes')).body.data).toEqual([])

  expect((await get('/my-rentals')).body.data).toMatchObject([
    { id: rental.id, stage: 'requested' },
  ])
  expect((await get(`/my-rentals/${rental.id}`)).body.id).toBe(rental.id)
  expect((await get('/my-rentals?live=true')).body.data).toHaveLength(1)
  const { credits_balance } = (await get('/credits')).body
  expect(credits_balance).toBeGreaterThan(0)
  expect((await get('/credits/statement')).body.data[0].balance).toBe(credits_balance)
})

test('the availability of an item includes its price and follows its calendar', async () => {
  const item = await make.item({ creditsPerDay: 2 })
  const { token } = await apiTokenOf(db, await make.shopper())
  const at = (query: string) =>
    callApi(app, 'GET', `/items/${item.id}/availability${query}`, { token })
  const { from, blocked_dates, rental } = (await at('')).body
  expect({ blocked_dates, rental }).toEqual({ blocked_dates: [], rental: null })
  const free = (await at(`?start=${from}&end=${from}`)).body.rental
  expect(free).toMatchObject({ available: true, total_days: 1, total_credits: 14 })
  await make.rental({ item, renter: await make.readyShopper() })
  const taken = (await at('')).body.blocked_dates
  expect(taken.length).toBeGreaterThan(0)
  const again = (await at(`?start=${taken[0]}&end=${taken[0]}`)).body.rental
  expect(again.available).toBe(false)
  for (const query of ['?start=2020-01-01&end=2020-01-02', `?start=${from}`, '?start=soon&end=x']) {
    const refused = await at(query)
    expect([query, refused.status]).toEqual([query, 422])
    expect(Object.keys(refused.body.errors).length).toBeGreaterThan(0)
  }
})

test('an item is unavailable to people who cannot rent it on any day', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet })
  const own = await make.shopper()
  const isAvailable = async (as: Person) => {
    const { token } = await apiTokenOf(db, as)
    const path = `/items/${item.id}/availability`
    const { from } = (await callApi(app, 'GET', path, { token })).body
    return (await callApi(app, 'GET', `${path}?start=${from}&end=${from}`, { token })).body.rental
      .available
  }
  expect(await isAvailable(own)).toBe(true)
  expect(await isAvailable(closet)).toBe(false)
  const [blocked, blocker] = [await make.shopper(), await make.shopper()]
  for (const [blocker_id, blocked_id] of [
    [closet.id, blocked.id],
    [blocker.id, closet.id],
  ] as const)
    await db.insertInto('blocks').values({ blocker_id, blocked_id, at: new Date() }).execute()
  expect([await isAvailable(blocked), await isAvailable(blocker)]).toEqual([false, false])
  await updateRows(db, 'clothing_items', item.id, { replacement_value_cents: 10_000_000 })
  expect(await isAvailable(own)).toBe(false)
})

test('a closet reads its items, rentals and earnings', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet, title: 'Own' })
  const renter = await make.readyShopper()
  const rental = await make.rental({ item, renter })
  const { token } = await apiTokenOf(db, closet)
  const get = (path: string) => callApi(app, 'GET', path, { token })
  expect((await get('/listings')).body.data).toMatchObject([{ id: item.id, status: 'rented' }])
  expect((await get(`/listings/${item.id}`)).body).toMatchObject({
    title: 'Own',
    blocked_dates: [],
  })
  expect((await get('/rentals')).body.data).toMatchObject([
    { id: rental.id, renter_name: renter.fullName, steps: ['accept', 'deliver'] },
  ])
  expect((await get(`/rentals/${rental.id}`)).body.id).toBe(rental.id)
  expect((await get('/earnings')).body).toEqual({ data: [], next: null })
  expect((await get('/earnings?filter=unpaid')).body.data).toEqual([])
  expect((await get('/earnings/summary')).body).toMatchObject({ payable_cents: 0 })
})

test('lists are read page by page, each row once', async () => {
  const closet = await make.closet()
  const made: string[] = []
  for (let n = 0; n < 103; n += 1) made.push((await make.item({ closet, size: 'XXL' })).id)
  const { token } = await apiTokenOf(db, closet)
  const first = await callApi(app, 'GET', '/listings', { token })
  expect(first.body.data).toHaveLength(100)
  const link = first.headers.get('link') ?? ''
  expect(link).toMatch(/^<http:\/\/localhost:3000\/api\/v1\/listings\?after=[^>]+>; rel="next"$/)
  const next = await callApi(app, 'GET', `/listings?after=${first.body.next}`, { token })
  expect(next.headers.has('link')).toBe(false)
  const ids = [...first.body.data, ...next.body.data].map(({ id }) => id)
  expect(ids.toSorted()).toEqual(made.toSorted())
  const browsed: string[] = []
  for (let after = ''; ; ) {
    const page = await callApi(app, 'GET', `/items?size=XXL${after}`, { token })
    browsed.push(...page.body.data.map(({ id }: { id: string }) => id))
    if (!page.body.next) break
    after = `&after=${encodeURIComponent(page.body.next)}`
  }
  expect(browsed.toSorted()).toEqual(made.toSorted())
})

test('an answer that has not changed is not sent again', async () => {
  const { token } = await apiTokenOf(db, await make.shopper())
  const tag = (await callApi(app, 'GET', '/likes', { token })).headers.get('etag') ?? ''
  const again = await callApi(app, 'GET', '/likes', { token, headers: { 'If-None-Match': tag } })
  expect([again.status, again.body]).toEqual([304, null])
  // No content, so no type of it: proxies take it for a promise of JSON.
  expect(again.headers.get('content-type')).toBeNull()
})

test('the database knows every scope', async () => {
  const person = await make.closet()
  for (const scope of apiScopes) await apiTokenOf(db, person, [scope])
})
