import { expect, test } from 'vitest'
import { migrationNames } from '#db/migrate.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()

test('the health check reports ok', async () => {
  const page = await site.get('/healthz')
  expect([page.status, page.html]).toEqual([200, 'ok\n'])
})

test('a process is ready unless a migration is missing', async () => {
  const ready = await site.get('/readyz')
  expect([ready.status, ready.html]).toEqual([200, 'ok\n'])
  const { headers } = ready.response
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(headers.get('cache-control')).toContain('no-store')
  expect((await site.get('/sitemap.xml')).html).not.toContain('readyz')

  const [last] = (await migrationNames()).slice(-1)
  const rename = (from: string, to: string) =>
    site.database.pool.query('update schema_migrations set name = $2 where name = $1', [from, to])
  await rename(`${last}`, 'away')
  const waiting = await site.get('/readyz')
  expect([waiting.status, waiting.html]).toEqual([503, 'migrations missing\n'])
  const drained = await site.get('/readyz?unready=404')
  expect([drained.status, drained.html]).toEqual([404, 'migrations missing\n'])
  expect((await site.get('/healthz')).status).toBe(200)
  await rename('away', `${last}`)
  expect((await site.get('/readyz')).status).toBe(200)
  expect((await site.get('/readyz?unready=404')).status).toBe(200)
})

test('a process of an older version stays ready after a newer one has migrated', async () => {
  const { pool } = site.database
  await pool.query("insert into schema_migrations values ('9999-later', now()::text)")
  expect((await site.get('/readyz')).status).toBe(200)
  await pool.query("delete from schema_migrations where name = '9999-later'")
})

test('a person with a session is signed in, a visitor is not', async () => {
  const person = await site.make.shopper()
  expect((await site.get('/credits')).location).toBe('/auth?return_to=%2Fcredits')
  expect((await site.get('/credits', { as: person })).status).toBe(200)
})
