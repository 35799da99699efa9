import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { backedUpTables } from '#db/backup-tables.ts'
import { createDb, type Db, inTransaction } from '#db/connection.ts'
import { enqueue } from '#db/jobs.ts'
import { migrate, migrationNames } from '#db/migrate.ts'
import { addOldShop } from '#db/testing/old-shop.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { openFolderStore } from '#gateways/images/folder-store.ts'
import { privateFolder } from '#gateways/images/renditions.ts'
import { make } from '#test/make/make.ts'
import { integrityViolations, type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { emptyDatabase } from '#test/postgres/empty-database.ts'
import { makeBackup } from './make-backup.ts'
import { readBeginning, restoreBackup } from './restore-backup.ts'

const secret = 'a secret of at least 32 characters'

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function into(database: Pick<TestDatabase, 'pool' | 'target'>, folder: string) {
  return {
    pool: database.pool,
    images: openFolderStore(join(folder, 'restored')),
    migrate: (upTo?: string) => migrate(database.target, { upTo }),
    keepSecret: () => {},
  }
}

/** A hash of the contents of every table. */
async function contents(pool: pg.Pool): Promise<Record<string, string>> {
  const client = await pool.connect()
  try {
    const found: Record<string, string> = {}
    for (const { schema, name } of await backedUpTables(client)) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum
          from "${schema}"."${name}" t`,
      )
      found[`${schema}.${name}`] = rows[0].sum
    }
    return found
  } finally {
    client.release()
  }
}

async function rentOne(db: Db) {
  const { readyShopper, item } = make(db)
  const dress = await item({ creditsPerDay: 1 })
  const today = calendarDateIn('America/New_York', new Date())
  const dates = { start: addDays(today, 2), end: addDays(today, 3) }
  const request = { itemId: dress.id, requestKey: newId(), origin: 'http://localhost', ...dates }
  return await requestRental(
    db,
    await readyShopper({ credits: 20 }),
    request,
    new Date(),
    today,
    'UTC',
  )
}

test('a backup restored into an empty database has the same rows, images and sequences', async () => {
  const { db, pool } = await testDatabase()
  const folder = tempFolder()
  expect(await rentOne(db)).toMatchObject({ ok: true })
  const { person, image } = make(db)
  await person({ full_name: 'Ünï "quoted", (odd)\n\\ name', delivery_address: '' })
  await inTransaction(db, (tx) => enqueue(tx, 'send-mail', { mailId: newId() }))
  const { id } = await image()
  const store = openFolderStore(join(folder, 'images'))
  await store.put(`${id}/original.webp`, new Uint8Array([1, 2, 3]), 'image/webp')
  const hidden = `${privateFolder(newId())}/original.webp`
  await store.put(hidden, new Uint8Array([4, 5]), 'image/webp')

  const file = join(folder, 'backup.tar.gz')
  const from = { pool, pictureFolder: join(folder, 'images'), sessionSecret: secret }
  const totals = await makeBackup(file, from, new Date())
  expect(totals.pictures).toBe(2)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await readBeginning(file)).secret).toBe(secret)

  const empty = await emptyDatabase()
  const target = into(empty, folder)
  await restoreBackup(file, target)
  expect(await contents(empty.pool)).toEqual(await contents(pool))
  expect(await target.images.get(`${id}/original.webp`)).toMatchObject({
    bytes: new Uint8Array([1, 2, 3]),
  })
  expect(await target.images.get(hidden)).toMatchObject({ bytes: new Uint8Array([4, 5]) })
  const restored = createDb(empty.pool)
  expect(await integrityViolations(restored)).toEqual([])
  // Keys, sequences and triggers still work.
  expect(await rentOne(restored)).toMatchObject({ ok: true })
  expect(await integrityViolations(restored)).toEqual([])
  await expect(restoreBackup(file, target)).rejects.toThrow('That database already has accounts')
})

test('files in the image folder that are not images are left out', async () => {
  const { db, pool } = await testDatabase()
  const folder = tempFolder()
  const pictureFolder = join(folder, 'images')
  const { id } = await make(db).image()
  const key = `${id}/original.webp`
  await openFolderStore(pictureFolder).put(key, new Uint8Array([1]), 'image/webp')
  const strays = ['.DS_Store', 'ab/.nfs0001', `${id.slice(-2)}/${id}/Thumbs.db`, 'ab/notes.txt']
  // The image's own folder, for one id in 256.
  mkdirSync(join(pictureFolder, 'ab'), { recursive: true })
  for (const stray of strays) writeFileSync(join(pictureFolder, stray), 'no image')
  const file = join(folder, 'backup.tar.gz')
  const totals = await makeBackup(file, { pool, pictureFolder, sessionSecret: secret }, new Date())
  expect(totals.pictures).toBe(1)
  const target = into(await emptyDatabase(), folder)
  expect(await restoreBackup(file, target)).toMatchObject({ pictures: 1 })
  expect(await target.images.get(key)).not.toBeNull()
})

test('a backup made while people rent is consistent', async () => {
  const { db, pool } = await testDatabase()
  const folder = tempFolder()
  const file = join(folder, 'backup.tar.gz')
  let isOver = false
  const renting = Promise.all(
    [1, 2, 3].map(async () => {
      while (!isOver) await rentOne(db)
    }),
  )
  await rentOne(db)
  await makeBackup(file, { pool, pictureFolder: null, sessionSecret: secret }, new Date())
  isOver = true
  await renting
  const empty = await testDatabase()
  await restoreBackup(file, into(empty, folder))
  const restored = createDb(empty.pool)
  expect(await integrityViolations(restored)).toEqual([])
  const { rows } = await sql<{
    rentals: number
  }>`select count(*)::int as rentals from rentals`.execute(restored)
  expect(rows[0]?.rentals).toBeGreaterThan(0)
})

test('restoring a truncated backup, or a file that is no backup, changes nothing', async () => {
  const { db, pool } = await testDatabase()
  const folder = tempFolder()
  await make(db).person()
  const file = join(folder, 'backup.tar.gz')
  await makeBackup(file, { pool, pictureFolder: null, sessionSecret: secret }, new Date())
  const whole = readFileSync(file)
  truncateSync(file, whole.length - 200)
  const empty = await testDatabase()
  await expect(restoreBackup(file, into(empty, folder))).rejects.toThrow()
  expect((await empty.pool.query('select from user_profiles')).rowCount).toBe(0)

  writeFileSync(file, 'something else')
  await expect(restoreBackup(file, into(empty, folder))).rejects.toThrow('is not a backup')
  writeFileSync(file, whole)
  await restoreBackup(file, into(empty, folder))
  expect((await empty.pool.query('select from user_profiles')).rowCount).toBe(1)
})

test('a restore that is interrupted after its rows are stored has stored the secret too', async () => {
  const { db, pool } = await testDatabase()
  const folder = tempFolder()
  await make(db).person()
  const file = join(folder, 'backup.tar.gz')
  await makeBackup(file, { pool, pictureFolder: null, sessionSecret: secret }, new Date())
  const empty = await emptyDatabase()
  const target = into(empty, folder)
  const stored: string[] = []
  const restored = restoreBackup(file, {
    ...target,
    migrate: async (upTo) => {
      if (upTo === undefined) throw new Error('interrupted')
      await target.migrate(upTo)
    },
    keepSecret: (one) => void stored.push(one),
  })
  await expect(restored).rejects.toThrow('interrupted')
  expect((await empty.pool.query('select from user_profiles')).rowCount).toBe(1)
  expect(stored).toEqual([secret])
})

test('a backup of 0.1.0 has the same rows as its database after the upgrade', async () => {
  const old = await emptyDatabase()
  await addOldShop(old.pool)
  const folder = tempFolder()
  const file = join(folder, 'backup.tar.gz')
  await makeBackup(file, { pool: old.pool, pictureFolder: null, sessionSecret: secret }, new Date())
  await migrate(old.target)

  const empty = await emptyDatabase()
  await restoreBackup(file, into(empty, folder))
  const known = await empty.pool.query('select name from schema_migrations order by name')
  expect(known.rows.map(({ name }) => name)).toEqual(await migrationNames())
  expect(await contents(empty.pool)).toEqual(await contents(old.pool))
  const restored = createDb(empty.pool)
  expect(await rentOne(restored)).toMatchObject({ ok: true })
  expect(await integrityViolations(restored)).toEqual([])
})

test('a backup older than 0.1.0, or of a newer version, is refused', async () => {
  const { db, pool } = await testDatabase()
  await make(db).person()
  const folder = tempFolder()
  const restore = async (name: string) => {
    await pool.query('delete from schema_migrations')
    await pool.query('insert into schema_migrations values ($1, now()::text)', [name])
    const file = join(folder, 'backup.tar.gz')
    await makeBackup(file, { pool, pictureFolder: null, sessionSecret: secret }, new Date())
    await restoreBackup(file, into(await emptyDatabase(), folder))
  }
  await expect(restore('0240-older')).rejects.toThrow(
    'has to be restored by Hemline 0.1.0 first (its last migration is 0240-older)',
  )
  await expect(restore('9999-of-tomorrow')).rejects.toThrow('made by a newer version')
})

test('a database owner without other rights can restore a backup and run on it', async () => {
  const { db, pool } = await testDatabase()
  expect(await rentOne(db)).toMatchObject({ ok: true })
  const folder = tempFolder()
  const file = join(folder, 'backup.tar.gz')
  await makeBackup(file, { pool, pictureFolder: null, sessionSecret: secret }, new Date())

  const role = `owner_${newId().slice(-12)}`
  const empty = await emptyDatabase(role)
  const { rows } = await empty.pool.query('select rolsuper from pg_roles where rolname = user')
  expect(rows).toEqual([{ rolsuper: false }])
  await restoreBackup(file, into(empty, folder))
  expect(await contents(empty.pool)).toEqual(await contents(pool))
  const restored = createDb(empty.pool)
  expect(await rentOne(restored)).toMatchObject({ ok: true })
  expect(await integrityViolations(restored)).toEqual([])
})
