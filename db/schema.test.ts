import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import type { ConnectionTarget } from './connection.ts'
import * as everythingInEnums from './enums.ts'

const { pool, target } = await testDatabase()

const enums = new Map(Object.entries(everythingInEnums).map(([name, words]) => [name, [...words]]))

async function wordsOfChecks(): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select format('%s.%s', conrelid::regclass, conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  const listing = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/
  return new Map(
    rows.flatMap(({ name, definition }) => {
      const list = listing.exec(definition)?.[1]
      return list
        ? [[name, [...list.matchAll(/'([^']*)'::text/g)].map(([, word = '']) => word)]]
        : []
    }),
  )
}

test('every list of words in a CHECK is a list in enums.ts', async () => {
  const checks = await wordsOfChecks()
  expect(checks.size).toBeGreaterThan(20)
  const lists = [...enums.values()]
  for (const [constraint, words] of checks)
    expect({ [constraint]: lists }).toEqual({ [constraint]: expect.arrayContaining([words]) })
})

test('every list in enums.ts is that of a CHECK', async () => {
  const lists = [...(await wordsOfChecks()).values()]
  // A part of the rental statuses, which two indexes and an exclusion constraint name.
  enums.delete('liveRentalStatuses')
  for (const [name, words] of enums)
    expect({ [name]: lists }).toEqual({ [name]: expect.arrayContaining([words]) })
})

test('a rental lives in the states that keep its item', async () => {
  const { rows } = await pool.query<{ predicate: string }>(
    `select pg_get_expr(indpred, indrelid) as predicate from pg_index
     where indexrelid = 'item_has_one_live_rental'::regclass`,
  )
  const named = [...(rows[0]?.predicate ?? '').matchAll(/'([^']*)'::text/g)].map(([, word]) => word)
  expect(named).toEqual(everythingInEnums.liveRentalStatuses)
})

test('types.ts is what the migrated database generates', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-types-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'types.ts')
  await promisify(execFile)(process.execPath, [
    'node_modules/kysely-codegen/dist/cli/bin.js',
    ...['--config-file', 'db/codegen.json', '--url', urlOf(target), '--out-file', file],
  ])
  expect(await readFile('db/types.ts', 'utf8')).toBe(await readFile(file, 'utf8'))
})

function urlOf(target: ConnectionTarget): string {
  if ('connectionString' in target) return target.connectionString
  const { host, port, user, database } = target
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
