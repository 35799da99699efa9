import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type ApiScope, apiScopes, isClosetScope } from '#domain/accounts/tokens/api-scopes.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { apiTokenOf, callApi, endpoints } from '#test/api.ts'
import { testSite } from '#test/app.ts'
import { Gate } from '#test/faults/gate.ts'
import { postgresProxy } from '#test/faults/postgres-proxy.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'

const log: string[] = []
const site = await testSite({ log })
const { app, db, make, clock } = site

/** Belongings of others: a rental, its item, and an item that is not public. */
const owner = await make.closet()
const others = await make.item({ closet: owner, approval_status: 'pending' })
const rental = await make.rental({
  item: await make.item({ closet: owner }),
  renter: await make.readyShopper(),
})
const foreign = [others.id, rental.item_id, rental.id, newId(), 'no-id']

const shopper = await make.shopper()
const closet = await make.closet()
const people: readonly [string, Person][] = [
  ['shopper', shopper],
  ['closet', closet],
]

test('every endpoint requires a token with its scope and the right kind of account', async () => {
  for (const [kind, person] of people)
    for (const endpoint of endpoints) {
      const { method, path, who, scope } = endpoint
      const at = path.replace('{id}', newId())
      const reasonWith = async (scopes: readonly ApiScope[]) => {
        const { token } = await apiTokenOf(db, person, scopes)
        const { status, body } = await callApi(app, method, at, { token })
        return status === 403 ? body.reason : null
      }
      const others = apiScopes.filter((one) => one !== scope)
      const mayPerson = who !== 'closet' || kind === 'closet'
      const expected = mayPerson ? null : 'account-not-allowed'
      const reasons = [await reasonWith(others), scope && (await reasonWith([scope]))]
      expect({ method, path, kind, reasons }).toEqual({
        ...{ method, path, kind },
        reasons: [scope ? 'scope-missing' : expected, scope && expected],
      })
    }
})

const today = calendarDateIn('America/New_York', clock.now())
const [start, end] = [addDays(today, 100), addDays(today, 101)]

/** Valid queries of endpoints, so that only the id is wrong. */
const BODIES: Readonly<Record<string, object>> = {
  acceptDates: { proposal_id: newId() },
  blockDates: { start, end },
  keepDates: { proposal_id: newId() },
  reviewRental: { condition_status: 'approved' },
}

const QUERIES: Readonly<Record<string, string>> = {
  unblockDates: `?start=${start}&end=${end}`,
}

test('records of others are answered as if they did not exist', async () => {
  const { token } = await apiTokenOf(db, closet)
  const { token: shoppers } = await apiTokenOf(db, shopper)
  const own = endpoints.filter(({ path, scope }) => path.includes('{id}') && scope !== null)
  expect(own.length).toBeGreaterThan(3)
  for (const { method, path, name, scope } of own)
    for (const id of foreign) {
      const isLike = path === '/likes/{id}'
      // Public items can be liked, and removing a like that does not exist does nothing.
      if (isLike && (method === 'DELETE' || id === rental.item_id)) continue
      const mine = scope && isClosetScope(scope as ApiScope) ? token : shoppers
      const { status, body } = await callApi(
        app,
        method,
        `${path.replace('{id}', id)}${QUERIES[name] ?? ''}`,
        {
          token: mine,
          body: BODIES[name],
        },
      )
      expect({ method, path, id, status }).toEqual({ method, path, id, status: 404 })
      expect({ ...body, instance: '' }).toEqual({
        type: 'http://localhost:3000/api#not-found',
        title: 'Not found',
        status: 404,
        instance: '',
        reason: 'not-found',
      })
    }
})

test('requests without a valid token are refused', async () => {
  const { token, tokenId } = await apiTokenOf(db, shopper)
  const { token: expired } = await apiTokenOf(db, shopper, apiScopes, {
    now: new Date(clock.now().getTime() - 31 * 86_400_000),
    days: 30,
  })
  const admin = await make.admin()
  const { token: ofAdmin } = await apiTokenOf(db, admin)
  const refused = async (headers: Record<string, string>) => {
    const { status, body, headers: got } = await callApi(app, 'GET', '/likes', { headers })
    return [status, body.reason, got.get('www-authenticate')?.startsWith('Bearer ')]
  }
  const bearer = (text: string) => refused({ Authorization: `Bearer ${text}` })
  expect(await refused({})).toEqual([401, 'token-missing', true])
  expect(await refused({ Authorization: `Basic ${btoa(`${token}:`)}` })).toEqual([
    401,
    'token-missing',
    true,
  ])
  for (const wrong of [
    expired,
    ofAdmin,
    `${token}x`,
    token.slice(0, -1),
    'hml_',
    token.toUpperCase(),
  ])
    expect(await bearer(wrong)).toEqual([401, 'token-invalid', true])
  expect((await callApi(app, 'GET', '/likes', { token })).status).toBe(200)

  await updateRows(db, 'api_tokens', tokenId, { revoked_at: clock.now() })
  expect(await bearer(token)).toEqual([401, 'token-invalid', true])

  const blocked = await make.shopper({ blocked_at: new Date(), blocked_reason: 'Spam' })
  expect(await bearer((await apiTokenOf(db, blocked)).token)).toEqual([401, 'token-invalid', true])
})

test('a session cookie does not replace a token', async () => {
  const page = await site.get('/api/v1/likes', { as: shopper })
  expect(page.status).toBe(401)
  expect(page.response.headers.has('set-cookie')).toBe(false)
  expect(page.response.headers.has('access-control-allow-origin')).toBe(false)
})

test('unsupported methods, content types and body sizes are refused', async () => {
  const { token } = await apiTokenOf(db, closet)
  const refused = async (
    ...call: Parameters<typeof callApi> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    const { status, body, headers } = await callApi(app, ...call)
    return [status, body?.reason ?? null, headers.get('allow')]
  }
  expect(await refused('DELETE', '/items', { token })).toEqual([
    405,
    'method-not-allowed',
    'GET, HEAD',
  ])
  expect(await refused('OPTIONS', '/likes/x', { token })).toEqual([
    405,
    'method-not-allowed',
    'PUT, DELETE',
  ])
  expect(await refused('GET', '/nothing', { token })).toEqual([404, 'not-found', null])
  expect(await refused('GET', '/items/%00', { token })).toEqual([400, 'bad-address', null])
  expect(await refused('GET', '', { token })).toEqual([404, 'not-found', null])
  expect(await refused('GET', '/items/', { token })).toEqual([404, 'not-found', null])
  const xml = { Accept: 'application/xml' }
  expect(await refused('GET', '/items', { token, headers: xml })).toEqual([
    406,
    'not-acceptable',
    null,
  ])
  const any = { Accept: 'text/html, */*;q=0.1' }
  expect((await callApi(app, 'GET', '/items', { token, headers: any })).status).toBe(200)
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const at = `/likes/${rental.item_id}`
  expect(await refused('PUT', at, { token, body: {}, headers: form })).toEqual([
    415,
    'type-not-supported',
    null,
  ])
  const long = { x: 'x'.repeat(70_000) }
  expect(await refused('PUT', at, { token, body: long })).toEqual([413, 'too-large', null])
  expect(await refused('PUT', at, { token, body: { title: 1 } })).toEqual([422, 'invalid', null])
  const bytes = new TextEncoder().encode('{"a":')
  const json = { 'Content-Type': 'application/json' }
  expect(await refused('PUT', at, { token, bytes, headers: json })).toEqual([
    400,
    'body-invalid',
    null,
  ])
  expect((await callApi(app, 'HEAD', '/items', { token })).status).toBe(200)
})

test('an account may send 600 requests a minute with all its tokens, which the headers count', async () => {
  const caller = await make.shopper()
  const { token } = await apiTokenOf(db, caller)
  const first = await callApi(app, 'GET', '/credits', { token })
  expect(first.headers.get('ratelimit-policy')).toBe('"api";q=600;w=60')
  expect(first.headers.get('ratelimit')).toMatch(/^"api";r=599;t=(59|60)$/)
  // Requests are counted before anything else, by all processes together.
  await sql`update rate_limits set points = 598 where key like 'api:%' and points = 1`.execute(db)
  const neighbor = (await testSite({ database: site.database, clock })).app
  const last = []
  for (const process of [neighbor, app])
    last.push((await callApi(process, 'OPTIONS', '/credits', { token })).headers.get('ratelimit'))
  expect(last).toEqual([expect.stringContaining('r=1;'), expect.stringContaining('r=0;')])
  const refused = await callApi(neighbor, 'GET', '/credits', { token })
  expect([refused.status, refused.body.reason]).toEqual([429, 'too-many-requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('ratelimit')).toMatch(/^"api";r=0;t=\d+$/)
  const second = await apiTokenOf(db, caller)
  expect((await callApi(app, 'GET', '/credits', { token: second.token })).status).toBe(429)
  const other = await apiTokenOf(db, await make.shopper())
  expect((await callApi(app, 'GET', '/credits', { token: other.token })).status).toBe(200)
})

test('requests with wrong tokens are limited by address, valid ones are not', async () => {
  const peer = '203.0.113.7'
  const { token } = await apiTokenOf(db, shopper)
  const wrong = `hml_testtest${'x'.repeat(43)}`
  const statuses: number[] = []
  for (let n = 0; n < 31; n += 1)
    statuses.push((await callApi(app, 'GET', '/credits', { token: wrong, peer })).status)
  expect(statuses).toEqual([...Array<number>(30).fill(401), 429])
  expect((await callApi(app, 'GET', '/credits', { token, peer })).status).toBe(200)
})

test('while the database is unavailable the API answers 503 with a retry time', async () => {
  const database = await testDatabase()
  const gate = new Gate(1, 'away')
  const proxy = await postgresProxy(database.target, gate)
  gate.arm(Number.POSITIVE_INFINITY)
  const target = { connectionString: proxy.url }
  const own = await testSite({ database: { ...database, target } })
  const { token } = await apiTokenOf(database.db, await own.make.shopper())
  expect((await callApi(own.app, 'GET', '/credits', { token })).status).toBe(200)
  gate.arm(1)
  gate.pass('the database goes')
  const away = await callApi(own.app, 'GET', '/credits', { token })
  expect([away.status, away.body.reason]).toEqual([503, 'unavailable'])
  expect(away.headers.get('retry-after')).toBe('5')
  await proxy.close()
})

test('a server error reveals nothing about its cause', async () => {
  const errors: string[] = []
  const own = await testSite({ log: errors })
  const { token } = await apiTokenOf(own.db, await own.make.shopper())
  await own.database.pool.query('alter table api_tokens rename to gone')
  const crashed = await callApi(own.app, 'GET', '/credits', { token })
  expect([crashed.status, crashed.body.reason]).toEqual([500, 'unexpected'])
  expect(JSON.stringify(crashed.body)).not.toContain('api_tokens')
  expect(errors.join()).toContain('api_tokens')
  expect(errors.join()).not.toContain(token)
  await own.database.pool.query('alter table gone rename to api_tokens')
})

test('the log has refusals but never a token', async () => {
  log.splice(0)
  const { token } = await apiTokenOf(db, shopper, ['likes:read'])
  await callApi(app, 'GET', '/credits', { token })
  await callApi(app, 'GET', '/credits', { token: `${token.slice(0, -1)}_` })
  const events = log.map((line) => JSON.parse(line))
  expect(events.map(({ event, who }) => [event, who])).toEqual([
    ['access-refused', shopper.id],
    ['token-refused', null],
  ])
  expect(log.join()).not.toContain('hml_')
})
