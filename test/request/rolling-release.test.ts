import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'

test('a process keeps serving while a newer version migrates its database', async () => {
  const site = await testSite()
  await site.app.start()
  const item = await site.make.item({ creditsPerDay: 1 })
  const other = await site.make.item({ creditsPerDay: 1 })
  const shopper = await site.make.readyShopper({ credits: 50 })
  const today = calendarDateIn(site.settings.timeZone, site.clock.now())
  const rent = async ({ id }: typeof item) => {
    const dates = { start: addDays(today, 2), end: addDays(today, 3) }
    const form = { intent: 'rent', request_key: newId(), ...dates }
    return (await site.post(`/item/${id}`, form, { as: shopper })).status
  }
  const statuses = async () => {
    const paths = ['/readyz', `/item/${item.id}`, '/styles', '/my-rentals', '/credits', '/account']
    const pages = paths.map(async (path) => (await site.get(path, { as: shopper })).status)
    return Object.fromEntries((await Promise.all(pages)).map((status, at) => [paths[at], status]))
  }
  const before = await statuses()
  expect(before).toMatchObject({ '/readyz': 200, '/my-rentals': 200 })
  expect(await rent(item)).toBe(302)

  // From now on a prepared statement that selects all columns of a table would fail.
  const { pool } = site.database
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await pool.query(`alter table ${name} add column of_tomorrow text`)
  await pool.query(
    `insert into schema_migrations (name, timestamp) values ('9999-of-tomorrow', now()::text)`,
  )
  expect(await statuses()).toEqual(before)
  expect(await rent(other)).toBe(302)
  await site.drainJobs()
})
