import { expect, test } from 'vitest'
import { runDueChecks } from '#domain/admin/figures/integrity-results.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { Gate } from '#test/faults/gate.ts'
import { postgresProxy } from '#test/faults/postgres-proxy.ts'
import { testDatabase } from '#test/postgres/database.ts'

const env = { METRICS_PORT: '0' }
const site = await testSite({ env, log: [] })

async function scrape(of = site): Promise<string[]> {
  return ((await of.app.metrics?.text()) ?? '').split('\n')
}

/** The value of a metric; null if there is none. */
function readMetric(lines: readonly string[], name: string): number | null {
  const line = lines.find((one) => one.startsWith(`${name} `))
  return line === undefined ? null : Number(line.slice(name.length + 1))
}

const requestsBy = (method: string, route: string, status: string) =>
  `hemline_http_requests_total{method="${method}",route="${route}",status="${status}"}`

test('without METRICS_PORT nothing is measured', async () => {
  const plain = await testSite()
  expect(plain.app.metrics).toBeNull()
})

test('requests are counted by route pattern, never by path', async () => {
  const person = await site.make.shopper()
  const item = await site.make.item()
  for (const path of [`/item/${item.id}`, `/item/${newId()}`, `/item/${item.id}.data`])
    await site.get(path, { as: person })
  await site.get('/credits', { as: person })
  for (const path of ['/secret-1', '/secret-2', '/wp-admin/secret-3.php']) await site.get(path)
  let visits = 0
  // The cached page may expire between two visits.
  const cachedPages = async () => {
    await site.get('/about')
    visits += 1
    return readMetric(await scrape(), requestsBy('GET', 'cached page', '2xx'))
  }
  await expect.poll(cachedPages).toBe(1)
  await site.get(`/images/${newId()}`)
  await site.get('/apple-touch-icon.png')
  await site.post('/feedback', {}, { headers: { Origin: 'https://evil.example' } })
  await site.get('/', { headers: { Host: 'secret.example' } })
  const odd = new Request('http://localhost:3000/secret-4', { method: 'SECRET' })
  await site.app.handle(odd, { peer: '127.0.0.1' })
  const lines = await scrape()
  expect(readMetric(lines, requestsBy('GET', '/item/:id', '2xx'))).toBe(2)
  expect(readMetric(lines, requestsBy('GET', '/item/:id', '4xx'))).toBe(1)
  expect(readMetric(lines, requestsBy('GET', '/credits', '2xx'))).toBe(1)
  expect(readMetric(lines, requestsBy('GET', '/*', '4xx'))).toBe(3)
  expect(readMetric(lines, requestsBy('GET', '/about', '2xx'))).toBe(visits - 1)
  expect(readMetric(lines, requestsBy('GET', 'cached page', '2xx'))).toBe(1)
  expect(readMetric(lines, requestsBy('GET', 'images', '4xx'))).toBe(1)
  expect(readMetric(lines, requestsBy('GET', 'files', '2xx'))).toBe(1)
  expect(readMetric(lines, requestsBy('POST', 'none', '4xx'))).toBe(1)
  expect(readMetric(lines, requestsBy('GET', 'none', '4xx'))).toBe(1)
  expect(lines.filter((line) => line.includes('method="other"')).length).toBeGreaterThan(0)
  expect(readMetric(lines, 'hemline_http_request_duration_seconds_count{route="/item/:id"}')).toBe(
    3,
  )
  const text = lines.join('\n')
  for (const hidden of ['secret', 'SECRET', item.id, person.id, person.email])
    expect(text).not.toContain(hidden)
})

test('a page served from the cache is counted without a duration', async () => {
  const arriving = {
    method: 'GET',
    path: '/help',
    peer: '127.0.0.1',
    headerOf: (name: string) => (name === 'host' ? 'localhost:3000' : null),
  }
  const durations = 'hemline_http_request_duration_seconds_count{route="cached page"}'
  const withoutDuration = async () => {
    const lines = await scrape()
    const all = readMetric(lines, requestsBy('GET', 'cached page', '2xx')) ?? 0
    return all - (readMetric(lines, durations) ?? 0)
  }
  const before = await withoutDuration()
  // A page is cached for at most two seconds, and this one may be about to expire.
  const readyPage = async () => {
    await site.get('/help', { headers: { 'Accept-Encoding': 'identity' } })
    return site.app.cached(arriving)
  }
  await expect.poll(readyPage).not.toBeNull()
  expect(await withoutDuration()).toBe(before + 1)
})

test('metrics describe the shop and its process', async () => {
  const lines = await scrape()
  expect(readMetric(lines, 'hemline_database_readable')).toBe(1)
  expect(readMetric(lines, 'hemline_database_connections{state="waiting"}')).toBe(0)
  expect(readMetric(lines, 'hemline_database_connections_max')).toBe(3)
  expect(readMetric(lines, 'hemline_mail_messages{state="failed"}')).toBe(0)
  expect(readMetric(lines, 'hemline_webhooks{state="waiting"}')).toBe(0)
  expect(readMetric(lines, 'hemline_webhook_deliveries{state="waiting"}')).toBe(0)
  expect(readMetric(lines, 'hemline_webhook_deliveries_oldest_due_seconds')).toBe(0)
  expect(readMetric(lines, 'process_resident_memory_bytes')).toBeGreaterThan(1e6)
  expect(readMetric(lines, 'process_start_time_seconds')).toBeGreaterThan(1e9)
  expect(readMetric(lines, 'nodejs_eventloop_lag_seconds')).not.toBeNull()
  await site.post('/hooks/stripe', {}, { body: '{}', headers: { 'stripe-signature': 'x' } })
  expect(readMetric(await scrape(), 'hemline_webhooks_received_total{status="4xx"}')).toBe(1)
})

test('the ledger is read in the background; integrity checks are those of the job', async () => {
  await expect.poll(async () => readMetric(await scrape(), 'hemline_credits_owed')).not.toBeNull()
  const checks = async () => {
    const lines = await scrape()
    return ['violations', 'checked_timestamp_seconds'].map((name) =>
      readMetric(lines, `hemline_integrity_${name}`),
    )
  }
  expect(await checks()).toEqual([null, null])
  await runDueChecks(site.db, { clock: site.clock.now })
  expect(await checks()).toEqual([0, site.clock.now().getTime() / 1000])
})

test('while the database is unavailable a scrape reports that and all other metrics', async () => {
  const database = await testDatabase()
  const gate = new Gate(1, 'away')
  const proxy = await postgresProxy(database.target, gate)
  const log: string[] = []
  const target = { connectionString: proxy.url }
  gate.arm(Number.POSITIVE_INFINITY)
  const shop = await testSite({ database: { ...database, target }, log, env })
  await runDueChecks(shop.db, { clock: shop.clock.now })
  const rare = ['hemline_credits_owed', 'hemline_integrity_violations']
  const known = async () => {
    const lines = await scrape(shop)
    return rare.map((name) => readMetric(lines, name))
  }
  await expect.poll(known).toEqual([0, 0])
  gate.arm(1)
  gate.pass('the database goes')
  log.length = 0
  const lines = await scrape(shop)
  expect(readMetric(lines, 'hemline_database_readable')).toBe(0)
  expect(lines.filter((line) => /^hemline_(jobs|mail|webhooks)[_{ ]/.test(line))).toEqual([])
  expect(readMetric(lines, 'process_start_time_seconds')).not.toBeNull()
  expect(readMetric(lines, 'hemline_integrity_violations')).toBe(0)
  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { outage: 'database', msg: 'the metrics could not be read' },
  ])
  await proxy.close()
})
