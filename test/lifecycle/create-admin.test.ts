import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDb, createPool } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { command, ownFolder } from './command.ts'

const createAdmin = (dataDir: string, env: NodeJS.ProcessEnv, ...args: string[]) =>
  command('start/create-admin', dataDir, { env, args })

const owner = ['--email', 'owner@example.test', '--name', 'The Owner']
const password = { ADMIN_PASSWORD: 'silk and linen' }

test('create-admin refuses weak passwords and works with or without a running app', async () => {
  const dataDir = join(ownFolder(), 'data')
  const weak = await createAdmin(dataDir, { ADMIN_PASSWORD: 'password' }, ...owner)
  expect(weak.err).toBe('Password: That password is too common.\n')
  const first = await createAdmin(dataDir, password, ...owner)
  expect(first.err).toBe('')
  expect(first.out).toContain('Admin created: sign in as owner@example.test.')
  expect(first.out).toContain(`This shop's database is in ${dataDir}.`)

  const postgres = await startEmbeddedPostgres({ dataDir })
  onTestFinished(() => postgres.stop())
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
  const { out, err } = await createAdmin(join(ownFolder(), 'data'), {})
  expect([out, err.split('\n')[0]]).toEqual([
    '',
    'npm run create-admin [-- --email EMAIL --name "FULL NAME"]',
  ])
})
