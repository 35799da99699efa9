import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Pool } from 'pg'
import { backedUpTables, readRows, readSequences } from '#db/backup-tables.ts'
import { isImageKey } from '#gateways/images/folder-store.ts'
import { type Entry, writeArchive } from './archive.ts'
import { ABOUT, type About, PICTURES, ROWS, SECRET, TOTALS, type Totals } from './notes.ts'

/**
 * Writes the whole shop to one file while it is running: all rows in one snapshot, the images in
 * `pictureFolder`, and the secret that signs sessions.
 */
export async function makeBackup(
  file: string,
  from: {
    readonly pool: Pool
    /** Null when images are stored elsewhere. */
    readonly pictureFolder: string | null
    readonly sessionSecret: string
  },
  now: Date,
): Promise<Totals> {
  const client = await from.pool.connect()
  const totals: Totals = { rows: {}, pictures: 0, sequences: [] }

  async function* entries(): AsyncGenerator<Entry> {
    await client.query('begin isolation level repeatable read read only')
    const { rows: applied } = await client.query<{ name: string }>(
      'select name from schema_migrations order by name',
    )
    const tables = await backedUpTables(client)
    const migrations = applied.map(({ name }) => name)
    const about: About = { format: 1, madeAt: now.toISOString(), migrations, tables }
    yield json(ABOUT, about)
    yield { name: SECRET, bytes: Buffer.from(from.sessionSecret) }
    // Before and after the rows, so that images deleted or added in the meantime are included.
    const taken = new Set<string>()
    yield* pictures(taken)
    for (const table of tables) {
      const name = `${table.schema}.${table.name}`
      let count = 0
      for await (const rows of readRows(client, table)) {
        count += rows.length
        yield json(`${ROWS}${name}/${count}.json`, rows)
      }
      totals.rows[name] = count
    }
    totals.sequences = await readSequences(client)
    await client.query('commit')
    yield* pictures(taken)
    totals.pictures = taken.size
    yield json(TOTALS, totals)
  }

  /** Image files never change. Their subfolders only spread them and are not part of the key. */
  async function* pictures(taken: Set<string>): AsyncGenerator<Entry> {
    for (const file of from.pictureFolder === null ? [] : await filesIn(from.pictureFolder)) {
      const key = file.split(sep).slice(1).join('/')
      if (taken.has(key) || !isImageKey(key)) continue
      const bytes = await readFile(join(from.pictureFolder ?? '', file)).catch(ifMissing)
      if (bytes === null) continue
      taken.add(key)
      yield { name: PICTURES + key, bytes }
    }
  }

  try {
    await writeArchive(file, entries())
    return totals
  } finally {
    // Closing the connection also ends the transaction after an error.
    client.release(true)
  }
}

function json(name: string, value: unknown): Entry {
  return { name, bytes: Buffer.from(JSON.stringify(value)) }
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing)
  return (found ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

function ifMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
