import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDb, createPool } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { make } from '#test/make/make.ts'
import { command, ownFolder } from './command.ts'
import { copyData } from './project.ts'

/** Starts PostgreSQL on this data folder until the test ends. */
async function open(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir })
  onTestFinished(() => postgres.stop())
  const pool = createPool(postgres.connection, { max: 1 })
  onTestFinished(() => pool.end())
  return pool
}

const peopleIn = async (pool: Awaited<ReturnType<typeof open>>) =>
  (await pool.query('select id, email from user_profiles')).rows

test('a backup of a running shop can be restored in another data folder', async () => {
  const folder = ownFolder()
  const [dataDir, restored] = [join(folder, 'data'), join(folder, 'restored')]
  await copyData(dataDir)
  const shop = await open(dataDir)
  const { id, email } = await make(createDb(shop)).admin()
  const file = join(folder, 'backup.tar.gz')
  const backup = await command('start/backup', dataDir, { args: [file] })
  expect(backup).toMatchObject({ err: '', out: expect.stringContaining(file) })

  const other = { SESSION_SECRET: 'another secret of at least 32 characters' }
  expect((await command('start/restore', restored, { env: other, args: [file] })).err).toContain(
    'differs from the one in the backup',
  )
  const restore = await command('start/restore', restored, { args: [file] })
  expect(restore).toMatchObject({
    err: '',
    out: expect.stringContaining('All integrity checks passed'),
  })
  const secretOf = (place: string) => readFileSync(join(place, 'session-secret'), 'utf8')
  expect(secretOf(restored)).toBe(secretOf(dataDir))
  expect(await peopleIn(await open(restored))).toEqual([{ id, email }])
})

test.for([
  'backup',
  'restore',
  'archive-audit-log',
  'create-admin',
])('an unknown option ends %s with its usage', async (program) => {
  const { code, out, err } = await command(`start/${program}`, ownFolder(), { args: ['--unknown'] })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(new RegExp(`^npm run ${program} `))
  expect(err).not.toContain('Unknown option')
})
