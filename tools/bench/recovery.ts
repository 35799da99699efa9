import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'

const KILLS = 5

/**
 * How long the embedded database is unavailable after a SIGKILL, in seconds: median and maximum of
 * several kills.
 */
export async function benchRecovery(): Promise<{ middle: number; longest: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-bench-'))
  // When run as root, PostgreSQL's own user needs access.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const seconds: number[] = []
  try {
    // A new server for each kill: one that ends repeatedly is restarted with increasing delays.
    for (let kill = 0; kill < KILLS; kill++) {
      const postgres = await startEmbeddedPostgres({ dataDir, onLog: () => {} })
      await waitForWrite(postgres.connection)
      process.kill(postmasterOf(dataDir), 'SIGKILL')
      const killedAt = performance.now()
      await waitForWrite(postgres.connection)
      seconds.push((performance.now() - killedAt) / 1000)
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  seconds.sort((a, b) => a - b)
  return { middle: seconds[Math.floor(KILLS / 2)] ?? 0, longest: seconds.at(-1) ?? 0 }
}

function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
}

/** Repeats a write until it succeeds. */
async function waitForWrite(connection: pg.ClientConfig): Promise<void> {
  for (;;) {
    const client = new pg.Client({ ...connection })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(
        'create table if not exists kept (number int); insert into kept values (7)',
      )
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
