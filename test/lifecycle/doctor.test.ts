import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ConnectionTarget, createPool } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { command, ownFolder } from './command.ts'
import { copyData } from './project.ts'

const doctor = (dataDir: string) => command('start/doctor', dataDir)

/** The copied shop is not new, and the doctor reports jobs that are overdue by ten minutes. */
async function queueJobsAnew(connection: ConnectionTarget): Promise<void> {
  const pool = createPool(connection, { max: 1 })
  await pool.query('update graphile_worker._private_jobs set run_at = now()')
  await pool.end()
}

test('the doctor examines an embedded database that is missing, running or stopped', async () => {
  const folder = ownFolder()
  const empty = join(folder, 'empty')
  const first = await doctor(empty)
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('the first start creates') })
  expect(existsSync(join(empty, 'postgres'))).toBe(false)

  const dataDir = join(folder, 'data')
  await copyData(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir })
  await queueJobsAnew(postgres.connection)
  const running = await doctor(dataDir)
  await postgres.stop()
  expect(running).toMatchObject({
    code: 0,
    out: expect.stringContaining('which the running shop has opened'),
  })
  const stopped = await doctor(dataDir)
  expect(stopped).toMatchObject({ code: 0, out: expect.stringMatching(/ok +integrity: all/) })
  expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false)
})
