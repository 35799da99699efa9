import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ConnectionTarget } from '#db/connection.ts'
import { memory } from '#db/embedded/memory.ts'
import { startThrowAwayPostgres } from '#db/embedded/postgres.ts'
import { removeOldStores, storeOfToday } from './stored-templates.ts'
import type { Templates } from './templates.ts'

/** The PostgreSQL of a test run. */
export interface TestServer extends Templates {
  /** A connection that may create databases. */
  readonly admin: ConnectionTarget
  readonly isInMemory: boolean
}

/** Half a minute, for a busy machine. */
const MAX_TRIES = 1_500

interface Started {
  readonly server: TestServer
  readonly stop: () => Promise<void>
}

/**
 * A server of our own, which ends with this process. Its templates take seconds, so they are made
 * once a day, or after a change of anything they depend on, and then copied.
 */
export async function onThrowAwayServer(): Promise<Started> {
  const store = storeOfToday()
  if (!existsSync(store)) await fill(store)
  const { connection, stop } = await startThrowAwayPostgres({ copyOf: join(store, 'cluster') })
  const templates: Templates = JSON.parse(readFileSync(join(store, 'templates.json'), 'utf8'))
  const isInMemory = connection.host.startsWith(`${memory}/`)
  return { server: { ...templates, admin: connection, isInMemory }, stop }
}

/** Simultaneous runs each fill one; the first is kept. */
async function fill(store: string): Promise<void> {
  removeOldStores()
  const { makeTemplates } = await import('./templates.ts')
  const own = `${store}.${process.pid}`
  mkdirSync(own, { recursive: true })
  try {
    const { connection, stop } = await startThrowAwayPostgres({ storeAs: join(own, 'cluster') })
    const templates = await makeTemplates(connection, 'hemline_test')
    await connectionsClosed(connection)
    await stop()
    writeFileSync(join(own, 'templates.json'), JSON.stringify(templates))
    if (!existsSync(store)) renameSync(own, store)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/**
 * A pool has ended before its connections are closed, and would throw if the server stopped first.
 */
async function connectionsClosed(admin: ConnectionTarget): Promise<void> {
  const client = new pg.Client({ ...admin })
  await client.connect()
  const others = `select query from pg_stat_activity
    where datname is not null and pid <> pg_backend_pid()`
  for (let tries = 1; ; tries += 1) {
    const { rows } = await client.query<{ query: string }>(others)
    const [open] = rows
    if (!open) break
    if (tries === MAX_TRIES) throw new Error(`a connection stays open after: ${open.query}`)
    await pause(20)
  }
  await client.end()
}

/** A given server keeps its own databases, so the names of ours are unique. */
export async function onGivenServer(url: string): Promise<Started> {
  const admin = { connectionString: url }
  const { makeTemplates } = await import('./templates.ts')
  const name = `hemline_test_${process.pid}_${Date.now().toString(36)}`
  const client = new pg.Client({ ...admin })
  await client.connect()
  // There is no row without permission to read the setting.
  const place = await client.query<{ setting: string }>(
    `select setting from pg_settings where name = 'data_directory'`,
  )
  const isInMemory = place.rows[0]?.setting.startsWith(`${memory}/`) ?? false
  await client.end()
  return {
    server: { ...(await makeTemplates(admin, name)), admin, isInMemory },
    stop: () => dropDatabases(url, name),
  }
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`)
  await client.end()
}
