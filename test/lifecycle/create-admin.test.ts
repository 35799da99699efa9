import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createDb, createPool } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { migrate } from '#db/migrate.ts'

async function createAdmin(dataDir: string, env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(process.execPath, ['server/create-admin.ts', ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, err }
}

function dataFolder(): string {
  const folder = mkdtempSync('/tmp/hemline-admin-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // The database's user, a different one when run as root, has to pass through.
  chmodSync(folder, 0o755)
  return join(folder, 'data')
}

const owner = ['--email', 'owner@example.test', '--name', 'The Owner']
const password = { ADMIN_PASSWORD: 'silk and linen' }

test('an owner becomes an admin on a fresh data folder, and again while the app runs on it', async () => {
  const dataDir = dataFolder()
  const first = await createAdmin(dataDir, password, ...owner)
  expect(first.err).toBe('')
  expect(first.out).toContain('Admin created: sign in as owner@example.test.')

  const postgres = await startEmbeddedPostgres({ dataDir })
  onTestFinished(() => postgres.stop())
  await migrate(postgres.connection)
  const second = await createAdmin(dataDir, password, ...owner)
  expect(second.err).toBe('')
  expect(second.out).toContain('This account is now an admin')

  const pool = createPool(postgres.connection, { max: 1 })
  onTestFinished(() => pool.end())
  const people = await createDb(pool)
    .selectFrom('user_profiles')
    .select(['email', 'full_name', 'account_type'])
    .execute()
  expect(people).toEqual([
    { email: 'owner@example.test', full_name: 'The Owner', account_type: 'admin' },
  ])

  await pool.query("insert into schema_migrations values ('9999-of-tomorrow', now()::text)")
  expect((await createAdmin(dataDir, password, ...owner)).err).toMatch(
    /^The database was migrated by a newer version of Hemline \(migration 9999-of-tomorrow\)\. .*\n$/,
  )
})

test('without a terminal create-admin prints what it needs and changes nothing', async () => {
  const { out, err } = await createAdmin(dataFolder(), {})
  expect([out, err.split('\n')[0]]).toEqual([
    '',
    'npm run create-admin [-- --email EMAIL --name "FULL NAME"]',
  ])
})

test('a weak password is refused with its reason', async () => {
  const { err } = await createAdmin(dataFolder(), { ADMIN_PASSWORD: 'password' }, ...owner)
  expect(err).toBe('Password: That password is too common.\n')
})
