import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createPool } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'

async function run(program: string, dataDir: string, env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(process.execPath, [`server/${program}.ts`, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, err }
}

test('a backup of a running shop can be restored in another data folder', async () => {
  const folder = mkdtempSync('/tmp/hemline-backup-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // The database's user, a different one when run as root, has to pass through.
  chmodSync(folder, 0o755)
  const [dataDir, restored] = [join(folder, 'data'), join(folder, 'restored')]
  const owner = ['--email', 'owner@example.test', '--name', 'The Owner']
  await run('create-admin', dataDir, { ADMIN_PASSWORD: 'silk and linen' }, ...owner)
  const file = join(folder, 'backup.tar.gz')
  const open = await startEmbeddedPostgres({ dataDir })
  const backup = await run('backup', dataDir, {}, file)
  await open.stop()
  expect(backup).toMatchObject({ err: '', out: expect.stringContaining(file) })

  const other = { SESSION_SECRET: 'another secret of at least 32 characters' }
  expect((await run('restore', restored, other, file)).err).toContain(
    'differs from the one in the backup',
  )
  const restore = await run('restore', restored, {}, file)
  expect(restore).toMatchObject({
    err: '',
    out: expect.stringContaining('All integrity checks passed'),
  })
  const secretOf = (place: string) => readFileSync(join(place, 'session-secret'), 'utf8')
  expect(secretOf(restored)).toBe(secretOf(dataDir))

  const again = await startEmbeddedPostgres({ dataDir: restored })
  onTestFinished(() => again.stop())
  const pool = createPool(again.connection, { max: 1 })
  onTestFinished(() => pool.end())
  expect((await pool.query('select email from user_profiles')).rows).toEqual([
    { email: 'owner@example.test' },
  ])
})
