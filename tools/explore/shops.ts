import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { migrate } from '#db/migrate.ts'
import { portOf, startApp } from '#tools/bench/start-app.ts'

const SECRET = 'explore-explore-explore-explore-expl'

/** A database with the demo data, and shops of which each starts with a copy of it. */
export async function openShops(buildDirectory: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hemline-explore-'))
  // When run as root, PostgreSQL's own user needs access.
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const { connection } = postgres
  await migrate(connection)
  const seeding = await startApp({ target: connection, dataDir, buildDirectory, demo: true })
  await seeding.close()
  const pool = new pg.Pool({ ...connection, database: 'postgres', max: 1 })
  pool.on('error', () => undefined)
  let number = 0

  /** A shop with the demo data, which says with each answer what is on this person's statement. */
  async function openShop(email: string) {
    const database = `walk_${++number}`
    await pool.query(`create database ${database} template ${connection.database}`)
    const { host, port, user } = connection
    const url = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
    const program = new URL('./served-shop.ts', import.meta.url)
    const child = fork(program, [buildDirectory, email], {
      env: {
        ...process.env,
        ...{ NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: url, SEED_DEMO: '1' },
        ...{ MAIL: 'local', PAYMENTS: 'sandbox', SESSION_SECRET: SECRET, TRUST_PROXY: 'loopback' },
      },
    })
    const origin = `http://127.0.0.1:${await portOf(child, 'the shop')}`
    return {
      origin,
      /** The rows that violate an invariant of the database. */
      violations: async () => {
        const own = new pg.Client({ ...connection, database })
        await own.connect()
        const { rows } = await own.query('select * from invariant_violations')
        await own.end()
        return rows
      },
      close: async () => {
        child.removeAllListeners('exit')
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        await ended
        await pool.query(`drop database ${database} with (force)`)
      },
    }
  }

  return {
    openShop,
    close: async () => {
      await pool.end()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
