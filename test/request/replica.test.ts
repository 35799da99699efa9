import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type ConnectionTarget, createPool } from '#db/connection.ts'
import { checkReplicas } from '#server/observe/doctor/replicas.ts'
import { testSite } from '#test/app.ts'
import { Gate } from '#test/faults/gate.ts'
import { postgresProxy } from '#test/faults/postgres-proxy.ts'
import { urlOf } from '#test/postgres/database-url.ts'
import { streamingReplica } from '#test/postgres/streaming-replica.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'
import { proxyTo } from '#tools/cluster/stalling-proxy.ts'

const servers = await streamingReplica()
const { primary, replica } = servers

let ahead = 0
const log: string[] = []

const settings = {
  DATABASE_URL: urlOf(primary.target),
  MAIL: 'local',
  METRICS_PORT: '0',
  PAYMENTS: 'sandbox',
  SESSION_SECRET: 'a secret for tests that is long enough',
}
const site = await siteReading(urlOf(replica.target))
const { make } = site

function siteReading(DATABASE_REPLICA_URL: string, target: ConnectionTarget = primary.target) {
  return testSite({
    database: { ...primary, target },
    // On a busy machine a pause of the replica can exceed the usual lag limit of five seconds.
    env: { ...settings, DATABASE_REPLICA_URL, REPLICA_MAX_LAG: '60' },
    elapsed: () => performance.now() + ahead,
    log,
  })
}

async function metric(name: string, of = site): Promise<number> {
  const lines = ((await of.app.metrics?.text()) ?? '').split('\n')
  return Number(
    lines
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1),
  )
}

const isUsed = (of = site) => metric('hemline_replica_used{', of)
const readsBy = (result: string, of = site) =>
  metric(`hemline_replica_reads_total{result="${result}"}`, of)

/** An item, and functions that rename it and read its title from a page that is not cached. */
async function itemPage(of = site) {
  const item = await make.item()
  await servers.caughtUp()
  let times = 0
  const title = async (as?: Parameters<typeof of.get>[1]) =>
    (await of.get(`/item/${item.id}?x=${times++}`, as)).text('h1')
  const rename = (to: string) =>
    primary.pool.query('update clothing_items set title = $1 where id = $2', [to, item.id])
  return { item, title, rename }
}

test('visitors read from the replica, and people with a session from the primary', async () => {
  await expect.poll(() => isUsed()).toBe(1)
  const { item, title, rename } = await itemPage()
  const before = await title()
  await servers.pause()
  await rename('Newer title')
  expect(await title()).toBe(before)
  expect((await site.get(`/item/${item.id}.data`)).html).toContain(before)
  expect(await title({ as: await make.shopper() })).toBe('Newer title')
  await servers.resume()
  expect(await title()).toBe('Newer title')
  expect(await readsBy('replica')).toBe(4)
})

test('searches of visitors use the replica; people find their own changes at once', async () => {
  await expect.poll(() => isUsed()).toBe(1)
  const { rename } = await itemPage()
  const closet = await make.shopper()
  await servers.pause()
  await rename('Zibeline coat')
  const found = async (as?: typeof closet) =>
    (await site.get('/search?q=%22zibeline%22', { as: as ?? null })).text('main')
  expect(await found()).not.toContain('Zibeline coat')
  expect(await found(closet)).toContain('Zibeline coat')
  await servers.resume()
})

test('unmet searches of visitors are counted, although the searches use the replica', async () => {
  await expect.poll(() => isUsed()).toBe(1)
  const before = await readsBy('replica')
  await site.get('/search?q=%22qqqqq%22&size=XL')
  expect(await readsBy('replica')).toBe(before + 1)
  const { rows } = await primary.pool.query('select size from unmet_search_marks')
  expect(rows).toEqual([{ size: 'XL' }])
})

test('records that the replica does not have yet are read from the primary', async () => {
  await expect.poll(() => isUsed()).toBe(1)
  await servers.pause()
  const item = await make.item({ title: 'Just listed' })
  expect((await site.get(`/item/${item.id}`)).text('h1')).toBe('Just listed')
  expect(await readsBy('not found')).toBe(1)
  await servers.resume()
})

test('a replica that lags too far behind is not used until it has caught up', async () => {
  await expect.poll(() => isUsed()).toBe(1)
  const { title, rename } = await itemPage()
  await servers.pause()
  await rename('After the pause')
  // The primary is ahead of what the replica has replayed.
  await expect.poll(() => metric('hemline_replica_lag_seconds{')).toBeGreaterThan(1)
  expect(await title()).not.toBe('After the pause')
  ahead += 60_000
  expect(await title()).toBe('After the pause')
  expect(await isUsed()).toBe(0)
  expect(await readsBy('none usable')).toBeGreaterThan(0)
  await expect.poll(() => log.join()).toContain('"why":"behind"')
  await servers.resume()
  await expect.poll(() => isUsed()).toBe(1)
})

test('no page fails when a replica disconnects or stops answering', async () => {
  const gate = new Gate(Number.POSITIVE_INFINITY, 'away')
  const proxy = await postgresProxy(replica.target, gate)
  const abroad = await siteReading(proxy.url)
  await expect.poll(() => isUsed(abroad)).toBe(1)
  const { title } = await itemPage(abroad)
  const shown = await title()
  const before = await readsBy('replica', abroad)
  proxy.loseConnections()
  // The first request or check notices it.
  expect(await title()).toBe(shown)
  expect(await readsBy('replica', abroad)).toBe(before)
  await expect.poll(() => isUsed(abroad)).toBe(1)
  gate.arm(1)
  gate.pass('the replica goes')
  expect(await title()).toBe(shown)
  expect((await abroad.get('/readyz')).status).toBe(200)
  await expect.poll(() => isUsed(abroad)).toBe(0)
  expect(await title()).toBe(shown)
  await proxy.close()
})

/** A site that can lose its primary, and whose connection to the replica can stall. */
async function lonelySite() {
  const gate = new Gate(Number.POSITIVE_INFINITY, 'away')
  const toPrimary = await postgresProxy(primary.target, gate)
  const toReplica = await postgresProxy(replica.target, new Gate())
  const url = new URL(toReplica.url)
  const way = await proxyTo(Number(url.port))
  url.port = String(way.port)
  const lonely = await siteReading(url.href, { connectionString: toPrimary.url })
  await expect.poll(() => isUsed(lonely)).toBe(1)
  onTestFinished(async () => {
    await Promise.all([way.close(), toReplica.close(), toPrimary.close()])
    takeConsoleErrors()
  })
  /** Cuts off the primary; resolves when the site has noticed. */
  const losePrimary = async () => {
    gate.arm(1)
    gate.pass('the primary goes')
    await expect.poll(() => metric('hemline_replica_lag_seconds{', lonely)).toBeGreaterThan(3)
  }
  return { lonely, way, losePrimary }
}

test('while the primary is unavailable, a page waits longer for a slow replica', async () => {
  const { lonely, way, losePrimary } = await lonelySite()
  const { title } = await itemPage(lonely)
  const shown = await title()
  const before = await readsBy('replica', lonely)
  await losePrimary()
  way.hold()
  const page = title()
  await pause(4_000)
  way.release()
  expect(await page).toBe(shown)
  expect(await readsBy('replica', lonely)).toBe(before + 1)
})

test('without the primary an unmet search uses the replica, which stays in use', async () => {
  const { lonely, losePrimary } = await lonelySite()
  await losePrimary()
  const before = (await readsBy('replica', lonely)) || 0
  const page = await lonely.get('/search?q=%22qqqqq%22&size=XXL')
  expect([page.status, page.text('main h2#results')]).toEqual([200, 'No items'])
  expect(await readsBy('replica', lonely)).toBe(before + 1)
  expect(await isUsed(lonely)).toBe(1)
})

test('without the primary a replica is used even after a check has timed out', async () => {
  const { lonely, way, losePrimary } = await lonelySite()
  const { item, title } = await itemPage(lonely)
  await losePrimary()
  // So far only the check has a connection, and it gets a new one a second later.
  way.stall()
  await expect.poll(() => isUsed(lonely), { interval: 10 }).toBe(0)
  expect(await title()).toBe(item.title)
})

test('a page whose query is canceled by replay is read from the primary', async () => {
  await expect.poll(() => isUsed()).toBe(1)
  const { title } = await itemPage()
  const shown = await title()
  const failed = (await readsBy('failed')) || 0
  const [one, other] = [await primary.pool.connect(), await primary.pool.connect()]
  try {
    await one.query('begin; lock table user_profiles')
    await flush()
    // The replica must have the lock before the page is read, so that the page waits for it.
    await servers.caughtUp()
    const page = title()
    await expect
      .poll(async () => {
        const { rows } = await replica.pool.query('select from pg_locks where not granted')
        return rows.length
      })
      .toBe(1)
    await other.query('begin; lock table clothing_items')
    await flush()
    await expect.poll(() => readsBy('failed')).toBe(failed + 1)
    await one.query('rollback')
    await other.query('rollback')
    expect(await page).toBe(shown)
  } finally {
    one.release()
    other.release()
  }
})

/** Commits, which sends everything before it to the replica. */
async function flush() {
  await primary.pool.query("select pg_logical_emit_message(true, 'test', '')")
}

test('a server that is not a replica is not used as one', async () => {
  const other = await siteReading(`${urlOf(primary.target)}&application_name=replica`)
  await expect.poll(() => log.join()).toContain('"why":"not a replica"')
  expect(await isUsed(other)).toBe(0)
  expect((await other.get('/')).status).toBe(200)
})

test('the doctor reports problems of replicas', async () => {
  const check = (...urls: string[]) => checkReplicas({ urls, maxLagSeconds: 5 }, primary.target)
  expect(await check()).toHaveProperty('skipped')
  const fine = expect.stringMatching(/^localhost:5432 is at most \d\.\d s behind/)
  expect(await check(urlOf(replica.target))).toEqual({ ok: fine })
  expect(await check(urlOf(replica.target), urlOf(primary.target))).toEqual({
    ok: expect.stringMatching(/behind, localhost:5432 is the primary at the moment$/),
  })
  expect(await check(urlOf(primary.target))).toEqual({
    problems: [expect.stringContaining('No address in DATABASE_REPLICA_URL leads to a replica')],
  })
  expect(await check('postgres://nobody@127.0.0.1:1/shop')).toEqual({
    problems: [expect.stringContaining('127.0.0.1:1 is not read: it cannot be reached')],
  })
})

test('connections to replicas are read-only and have the time limits of the primary', async () => {
  const pool = createPool(primary.target, { max: 1, readOnly: true })
  await expect(pool.query('delete from likes')).rejects.toThrow('read-only transaction')
  const { rows } = await pool.query('show statement_timeout')
  expect(rows).toEqual([{ statement_timeout: '20s' }])
  await pool.end()
})
