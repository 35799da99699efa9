import type { Pool, PoolClient } from 'pg'
import {
  type BackedUpTable,
  backedUpTables,
  refill,
  writeRows,
  writeSequences,
} from '#db/backup-tables.ts'
import { prepareRowsOf, schemaMadeBy } from '#db/baseline.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { unknownMigrations } from '#db/migrate.ts'
import { contentTypeOf, isImageKey } from '#gateways/images/folder-store.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import { migrate as migrateSandbox } from '#sandbox/core/schema.ts'
import { type Entry, readArchive } from './archive.ts'
import {
  ABOUT,
  type About,
  aboutSchema,
  PICTURES,
  ROWS,
  rowsSchema,
  SECRET,
  TOTALS,
  type Totals,
  totalsSchema,
} from './notes.ts'

/** Reads the start of an archive: its origin and its secret. */
export async function readBeginning(file: string): Promise<{ about: About; secret: string }> {
  const entries = readArchive(file)
  try {
    const first = await next(entries, ABOUT)
    const about = aboutSchema.parse(JSON.parse(first))
    return { about, secret: await next(entries, SECRET) }
  } catch (error) {
    throw new StartProblem(
      `${file} is not a backup that this version can read: ${error instanceof Error ? error.message : error}.`,
    )
  } finally {
    await entries.return(undefined)
  }
}

async function next(entries: AsyncGenerator<Entry>, name: string): Promise<string> {
  const { value } = await entries.next()
  if (value?.name !== name) throw new Error(`it does not hold ${name}`)
  return Buffer.from(value.bytes).toString('utf8')
}

export type Restored = {
  readonly rows: Totals['rows']
  readonly pictures: number
}

/**
 * Restores a backup into an empty database, all or nothing, and its images into the store.
 * `migrate` migrates the schema to a given migration, or to the newest. `keepSecret` stores the
 * secret of the backup before its rows, whose encrypted values cannot be read without it.
 */
export async function restoreBackup(
  file: string,
  into: {
    readonly pool: Pool
    readonly images: ImageStore
    readonly migrate: (upTo?: string) => Promise<unknown>
    readonly keepSecret: (secret: string) => void
  },
): Promise<Restored> {
  const { about, secret } = await readBeginning(file)
  const unknown = await unknownMigrations(about.migrations)
  if (unknown.length > 0) {
    throw new StartProblem(
      `The backup was made by a newer version of Hemline (with the migrations ${unknown.join(', ')}): restore it with that version or a newer one.`,
    )
  }
  if (schemaMadeBy(about.migrations) === null) {
    throw new StartProblem(
      `The backup has to be restored by Hemline 0.1.0 first (its last migration is ${about.migrations.toSorted().at(-1)}): start that version on what it restored, then this one.`,
    )
  }
  await refuseNonEmpty(into.pool, about)
  await into.migrate(about.migrations.at(-1))
  if (about.tables.some(({ schema }) => schema === 'stripe_sandbox'))
    await migrateSandbox(into.pool)
  const client = await into.pool.connect()
  let isDone = false
  try {
    await client.query('begin')
    const restored = await fill(client, file, about, into.images)
    await prepareRowsOf(client, about.migrations)
    into.keepSecret(secret)
    await client.query('commit')
    isDone = true
    await into.migrate()
    await client.query('analyze')
    return restored
  } finally {
    // Otherwise the transaction ends with its connection.
    client.release(!isDone)
  }
}

async function refuseNonEmpty(pool: Pool, about: About): Promise<void> {
  const { rows: tables } = await pool.query<{ found: string | null }>(
    "select to_regclass('public.schema_migrations')::text as found",
  )
  if (!tables[0]?.found) return
  const { rows: people } = await pool.query('select from user_profiles limit 1')
  if (people.length > 0) {
    throw new StartProblem(
      'That database already has accounts. A backup can only be restored into an empty one.',
    )
  }
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations')
  const newer = rows.filter(({ name }) => !about.migrations.includes(name))
  if (newer.length > 0) {
    throw new StartProblem(
      'That database was set up by a newer version than the backup. Restore into an empty database.',
    )
  }
}

async function fill(
  client: PoolClient,
  file: string,
  about: About,
  images: ImageStore,
): Promise<Restored> {
  const present = await backedUpTables(client)
  const tables = new Map<string, BackedUpTable>()
  for (const table of about.tables) {
    const name = `${table.schema}.${table.name}`
    const found = present.find((one) => `${one.schema}.${one.name}` === name)
    if (!found || table.columns.some((column) => !found.columns.includes(column)))
      throw new StartProblem(`The backup's table ${name} does not match this version.`)
    tables.set(name, table)
  }
  const counted = new Map<string, number>()
  let pictures = 0
  const end: { totals: Totals | null } = { totals: null }
  await refill(client, present, async () => {
    for await (const { name, bytes } of readArchive(file)) {
      const text = () => Buffer.from(bytes).toString('utf8')
      if (name.startsWith(PICTURES)) {
        const key = name.slice(PICTURES.length)
        if (!isImageKey(key)) throw new StartProblem(`${name} in the backup is not an image.`)
        await images.put(key, bytes, contentTypeOf(key))
        pictures += 1
      } else if (name.startsWith(ROWS)) {
        const tableName = name.slice(ROWS.length, name.lastIndexOf('/'))
        const table = tables.get(tableName)
        if (!table) throw new StartProblem(`The backup does not describe ${name}.`)
        const rows = rowsSchema.parse(JSON.parse(text()))
        await writeRows(client, table, rows)
        counted.set(tableName, (counted.get(tableName) ?? 0) + rows.length)
      } else if (name === TOTALS) end.totals = totalsSchema.parse(JSON.parse(text()))
    }
  })
  const { rows } = await checked(client, end.totals, counted, pictures)
  return { rows, pictures }
}

async function checked(
  client: PoolClient,
  totals: Totals | null,
  counted: ReadonlyMap<string, number>,
  pictures: number,
): Promise<Totals> {
  if (totals === null) throw new StartProblem('The backup is not complete: its end is missing.')
  for (const [table, rows] of Object.entries(totals.rows)) {
    const found = counted.get(table) ?? 0
    if (found !== rows)
      throw new StartProblem(`The backup is not complete: ${found} of ${rows} rows of ${table}.`)
  }
  if (pictures !== totals.pictures)
    throw new StartProblem(`The backup is not complete: ${pictures} of ${totals.pictures} images.`)
  await writeSequences(client, totals.sequences)
  return totals
}
