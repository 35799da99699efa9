import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll } from 'vitest'
import { createDb, createPool } from '#db/connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { migrate } from '#db/migrate.ts'
import { migrate as migrateSandbox } from '#sandbox/core/schema.ts'
import { childrenOf } from '#test/leftovers.ts'
import type { TestDatabase } from '#test/postgres/database.ts'

/** A separate durable PostgreSQL with its supervisor, for tests that kill it. */
export interface KilledPostgres {
  readonly database: TestDatabase
  readonly dataDir: string
  killPostmaster(): Promise<void>
  /** Kills a backend or a background process, chosen by a number from 0 to 1. */
  killOther(which: number): void
}

/** The supervisor restarts the postmaster at most five times in ten minutes. */
const KILLS_PER_SUPERVISOR = 4

export async function openPostgres(dataDir = temporaryFolder()): Promise<KilledPostgres> {
  // Each start has a new folder for its socket; a link in this folder keeps the address the same.
  const place = mkdtempSync(join(tmpdir(), 'hemline-pg-'))
  chmodSync(place, 0o755)
  const socket = join(place, 's')
  let isClosed = false
  let server = await start()
  async function start(): Promise<EmbeddedPostgres> {
    const started = await startEmbeddedPostgres({ dataDir })
    rmSync(socket, { force: true })
    symlinkSync(started.connection.host, socket)
    void started.lost.then(() => (isClosed ? undefined : restart(started)))
    return started
  }
  /** Starts PostgreSQL again after its supervisor gave up, as the program's supervisor would. */
  async function restart(lost: EmbeddedPostgres): Promise<void> {
    await lost.stop()
    for (;;) {
      try {
        server = await start()
        return
      } catch {
        await pause(1_000)
      }
    }
  }
  const target = { ...server.connection, host: socket }
  await migrate(target)
  const pool = createPool(target)
  await migrateSandbox(pool)
  const db = createDb(pool)
  afterAll(async () => {
    isClosed = true
    await db.destroy()
    await server.stop()
    rmSync(place, { recursive: true, force: true })
  })
  let postmasterKills = 0
  return {
    dataDir,
    database: { db, pool, target },
    killPostmaster: async () => {
      if (postmasterKills === KILLS_PER_SUPERVISOR) {
        await server.stop()
        server = await start()
        postmasterKills = 0
        await waitForAnswer(pool)
      }
      postmasterKills += 1
      process.kill(postmasterOf(dataDir), 'SIGKILL')
    },
    killOther: (which) => {
      const others = childrenOf(postmasterOf(dataDir))
      const victim = others[Math.floor(which * others.length)]
      if (victim) process.kill(victim, 'SIGKILL')
    },
  }
}

function postmasterOf(dataDir: string): number {
  const file = join(dataDir, 'postgres/cluster/postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
}

/** Waits until a query is answered. */
async function waitForAnswer(pool: pg.Pool): Promise<void> {
  for (;;) {
    try {
      await pool.query('select')
      return
    } catch {
      await pause(20)
    }
  }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-killed-'))
  // When run as root, PostgreSQL's user is a different one and needs access.
  chmodSync(folder, 0o755)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}
