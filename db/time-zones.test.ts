import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'

// Node and PostgreSQL have different releases of the tz database: SQL gets instants and days.

const { pool } = await testDatabase()

/** UTC needs no tz database. */
const ZONES = [
  /at\s+time\s+zone\b(?!\s*'UTC')/i,
  /\btimezone\s*\(/i,
  /date_trunc\s*\(\s*'\w+'\s*,[^,;'`]*,(?!\s*'UTC')/i,
  /\bset\s+(?:local\s+|session\s+)?timezone\s*(?:=|to\b)(?!\s*'UTC')/i,
  /\bset\s+(?:local\s+|session\s+)?time\s+zone\b(?!\s*'UTC')/i,
  /(?:current_setting|set_config)\s*\(\s*'timezone'/i,
]

const namesZone = (text: string) => ZONES.some((zone) => zone.test(text))

/** These ask for the setting of the session, or set another one, to test that it is UTC. */
const EXCEPTIONS = [
  'db/embedded/postgres.test.ts',
  'db/restored-clones.test.ts',
  'db/time-zones.test.ts',
  // Compare the tz databases.
  'server/observe/doctor/time-zones.ts',
  'server/observe/doctor/time-zones.test.ts',
]

test('no SQL in the sources names a time zone', () => {
  const folders = ['app', 'tools', 'db', 'demo', 'domain', 'gateways', 'server', 'test', 'bin']
  const files = execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter(
      (path) => /\.(?:ts|tsx|mjs|sql)$/.test(path) && !/^db\/(migrations|schema)\//.test(path),
    )
  expect(files.length).toBeGreaterThan(1000)
  const found = files
    .filter((path) => !EXCEPTIONS.includes(path))
    .filter((path) => namesZone(readFileSync(path, 'utf8')))
  expect(found).toEqual([])
})

/** Only processes of version 0.1.0 call it. */
const OLD_FUNCTION = 'waitlist_offer_end'

test('no function, view or index of the database names a time zone', async () => {
  const { rows } = await pool.query<{ name: string; definition: string }>(`
    select oid::regprocedure::text as name, prosrc as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prokind <> 'a' and proname <> '${OLD_FUNCTION}'
    union all
    select viewname, definition from pg_views where schemaname = 'public'
    union all
    select indexname, indexdef from pg_indexes where schemaname = 'public'`)
  expect(rows.length).toBeGreaterThan(100)
  const own = rows.map((row) => ({
    ...row,
    // As PostgreSQL prints it.
    definition: row.definition.replaceAll("'UTC'::text", "'UTC'"),
  }))
  expect(own.filter(({ definition }) => namesZone(definition)).map(({ name }) => name)).toEqual([])
})

test.for([
  "select now() at time zone 'Europe/Berlin'",
  'select now() at time zone $1',
  "select date_trunc('month', now(), 'Europe/Berlin')",
  "set time zone 'Europe/Berlin'",
  "set timezone = 'Europe/Berlin'",
  "select set_config('TimeZone', 'Europe/Berlin', true)",
  "select timezone('Europe/Berlin', now())",
])('it is noticed: %s', (statement) => {
  expect(namesZone(statement)).toBe(true)
})

test.for([
  "select now() at time zone 'UTC'",
  "select date_trunc('month', now(), 'UTC')",
  "set timezone = 'UTC'",
])('UTC needs no tz database: %s', (statement) => {
  expect(namesZone(statement)).toBe(false)
})
