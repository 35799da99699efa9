import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { migrate } from '#db/migrate.ts'

async function doctor(dataDir: string) {
  const child = spawn(process.execPath, ['server/doctor.ts'], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return { out: await text(child.stdout), code: await ended }
}

test('an embedded database is examined before the first start, while it runs and while it does not', async () => {
  const folder = mkdtempSync('/tmp/hemline-doctor-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // The database's user, a different one when run as root, has to pass through.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const first = await doctor(dataDir)
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('the first start creates') })
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)

  const postgres = await startEmbeddedPostgres({ dataDir })
  await migrate(postgres.connection)
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
