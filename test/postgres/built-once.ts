import pg from 'pg'
import { inject } from 'vitest'
import { lastMade, makeAfter } from '#test/make/make.ts'
import { openDatabase, type TestDatabase } from './database.ts'
import { databaseIn } from './database-url.ts'

/** A filled database for `testDatabase` to clone, and the JSON that its builder returned. */
interface Built<Known> {
  readonly filled: string
  readonly known: Known
}

interface Stored<Known> {
  readonly known: Known
  readonly lastMade: number
}

/**
 * Fills a database once per run: the first file that needs it, in any worker, calls `build` while
 * the others wait. A failed build fails its file and leaves nothing behind: the next file builds
 * again.
 */
export async function builtOnce<Known>(
  name: string,
  build: (database: TestDatabase) => Promise<Known>,
): Promise<Built<Known>> {
  const { admin, template } = inject('postgres')
  const filled = `${template}_${name}`
  // The lock ends with its connection, even when this process is killed.
  const client = new pg.Client({ ...admin })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [filled])
    const text = (await storedIn(client, filled)) ?? (await fill(client, filled, build))
    const stored: Stored<Known> = JSON.parse(text)
    makeAfter(stored.lastMade)
    return { filled, known: stored.known }
  } finally {
    await client.end()
  }
}

/** The comment on a database is written last: without it, the database is incomplete. */
async function storedIn(client: pg.Client, filled: string): Promise<string | null> {
  const { rows } = await client.query<{ stored: string | null }>(
    `select shobj_description(oid, 'pg_database') as stored from pg_database where datname = $1`,
    [filled],
  )
  return rows[0]?.stored ?? null
}

async function fill<Known>(
  client: pg.Client,
  filled: string,
  build: (database: TestDatabase) => Promise<Known>,
): Promise<string> {
  const { admin, template } = inject('postgres')
  const drop = `drop database if exists "${filled}" with (force)`
  await client.query(drop)
  await client.query(`create database "${filled}" template "${template}" strategy file_copy`)
  try {
    const database = openDatabase(databaseIn(admin, filled))
    // A database with connections cannot be cloned.
    const known = await build(database).finally(() => database.db.destroy())
    const text = JSON.stringify({ known, lastMade: lastMade() } satisfies Stored<Known>)
    await client.query(`comment on database "${filled}" is ${client.escapeLiteral(text)}`)
    return text
  } catch (error) {
    await client.query(drop)
    throw error
  }
}
