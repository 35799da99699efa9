import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { urlOf } from '#test/postgres/database-url.ts'
import * as everythingInEnums from './enums.ts'
import * as enumsOfItems from './item-enums.ts'
import * as enumsOfWebhooks from './webhook-enums.ts'

const { pool, target } = await testDatabase()

const lists = [everythingInEnums, enumsOfItems, enumsOfWebhooks].flatMap((all) =>
  Object.entries<readonly string[]>(all),
)
const enums = new Map(lists.map(([name, words]) => [name, [...words]]))

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

test('every list of values in a CHECK is a list in enums.ts', async () => {
  const checks = await wordsOfChecks()
  expect(checks.size).toBeGreaterThan(20)
  const lists = [...enums.values()]
  for (const [constraint, words] of checks)
    expect({ [constraint]: lists }).toEqual({ [constraint]: expect.arrayContaining([words]) })
})

test('every list in enums.ts belongs to a CHECK', async () => {
  const lists = [...(await wordsOfChecks()).values()]
  // A subset of the rental statuses, which two indexes and an exclusion constraint use.
  enums.delete('liveRentalStatuses')
  for (const [name, words] of enums)
    expect({ [name]: lists }).toEqual({ [name]: expect.arrayContaining([words]) })
})

test('a rental is live in the statuses that hold its item', async () => {
  const { rows } = await pool.query<{ predicate: string }>(
    `select pg_get_expr(indpred, indrelid) as predicate from pg_index
     where indexrelid = 'item_has_one_live_rental'::regclass`,
  )
  const named = [...(rows[0]?.predicate ?? '').matchAll(/'([^']*)'::text/g)].map(([, word]) => word)
  expect(named).toEqual(everythingInEnums.liveRentalStatuses)
})

/** The types of ids and foreign keys are those of the tables that the constraints refer to. */
async function typesOfIds(): Promise<Record<string, string>> {
  const { rows } = await pool.query<{
    column: string
    leads_to: string | null
    nullable: boolean
    has_default: boolean
  }>(
    `select format('%s.%s', own.attrelid::regclass, own.attname) as column,
       min(format('%s.%s', other.attrelid::regclass, other.attname))
         filter (where other.attrelid is not null) as leads_to,
       not own.attnotnull as nullable, own.atthasdef as has_default
     from pg_attribute own
     join pg_class c on c.oid = own.attrelid and c.relkind in ('r', 'p')
     left join lateral (
       select confrelid, k.other from pg_constraint, unnest(conkey, confkey) as k(own, other)
       where contype = 'f' and conrelid = own.attrelid and k.own = own.attnum
     ) f on true
     left join pg_attribute other on other.attrelid = f.confrelid and other.attnum = f.other
     where c.relnamespace = 'public'::regnamespace and own.atttypid = 'uuid'::regtype
     group by own.attrelid, own.attname, own.attnotnull, own.atthasdef`,
  )
  const leadsTo = new Map(rows.map(({ column, leads_to }) => [column, leads_to]))
  const endOf = (column: string): string => {
    const next = leadsTo.get(column)
    return next ? endOf(next) : column
  }
  return Object.fromEntries(
    rows.flatMap(({ column, nullable, has_default }) => {
      const [table, name] = endOf(column).split('.')
      if (name !== 'id') return []
      const type = `import("./ids.ts").Id<"${table}">${nullable ? ' | null' : ''}`
      return [[column, has_default ? `Generated<${type}>` : type]]
    }),
  )
}

/** The generator imports the compiler without declaring it as a dependency (decision 2). */
const COMPILER_BY_ITS_NAME = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve: (name, context, next) =>
      next(name === 'typescript' ? 'typescript-7' : name, context),
  })`

test('types.ts matches what is generated from the migrated database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-types-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'types.ts')
  const settings = JSON.parse(await readFile('db/codegen.json', 'utf8'))
  Object.assign(settings.overrides.columns, await typesOfIds(), settings.overrides.columns)
  await writeFile(join(folder, 'codegen.json'), JSON.stringify(settings))
  await promisify(execFile)(process.execPath, [
    ...['--import', `data:text/javascript,${encodeURIComponent(COMPILER_BY_ITS_NAME)}`],
    'node_modules/kysely-codegen/dist/cli/bin.js',
    ...['--config-file', join(folder, 'codegen.json'), '--url', urlOf(target), '--out-file', file],
  ])
  expect(await readFile('db/types.ts', 'utf8')).toBe(await readFile(file, 'utf8'))
})
