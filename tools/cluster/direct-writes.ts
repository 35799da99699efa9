import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { newId } from '#domain/shared/ids.ts'

export interface DirectWrites {
  /** The ids of acknowledged rows. */
  readonly acknowledged: readonly string[]
  stop(): Promise<void>
}

const TABLE = 'direct_writes'
const EVERY_MS = 50

export async function makeTable(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists ${TABLE} (id text primary key)`)
}

/**
 * Writes rows to this server one after another, like an app whose connection stays open when the
 * server is no longer the primary.
 */
export function writeDirectly(server: pg.ClientConfig): DirectWrites {
  const acknowledged: string[] = []
  let isOver = false
  const writeUntilItFails = async (client: pg.Client) => {
    while (!isOver) {
      const id = newId()
      await client.query(`insert into ${TABLE} values ($1)`, [id])
      acknowledged.push(id)
      await pause(EVERY_MS)
    }
  }
  const writing = (async () => {
    while (!isOver) {
      try {
        const client = await connected(server)
        await writeUntilItFails(client).finally(() => client.end())
      } catch {
        // The server is down, is a replica or has closed the connection.
        await pause(EVERY_MS)
      }
    }
  })()
  return {
    acknowledged,
    stop: async () => {
      isOver = true
      await writing
    },
  }
}

/** The ids among these that the server has. */
export async function foundIn(
  server: pg.ClientConfig,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const client = await connected(server)
  const { rows } = await client.query<{ id: string }>(
    `select id from ${TABLE} where id = any($1)`,
    [ids],
  )
  await client.end()
  return new Set(rows.map(({ id }) => id))
}

async function connected(server: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...server, connectionTimeoutMillis: 5_000 })
  // The server may end while the connection is idle.
  client.on('error', () => {})
  await client.connect()
  return client
}
