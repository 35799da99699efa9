import { beforeEach, expect, test } from 'vitest'
import type { ListingImportStatus } from '#db/enums.ts'
import { sweepImages } from '#domain/catalogue/images/sweep.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { importing, row } from '#test/make/importing.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, readRows } from '#test/postgres/rows.ts'
import { refusedRows } from './import-queries.ts'
import { discardImport, startImport } from './imports.ts'
import { storeSentPhoto } from './sent-photos.ts'

const { db, pool, made: things } = await testDatabase()
const { images, now, send, check, sendAndImport } = importing(db)
const MB = 1024 * 1024

let owner: ClosetOwner
beforeEach(async () => {
  owner = await things.closet()
})

/** Earlier imports of the closet, the oldest first. */
async function keep(number: number, status: ListingImportStatus, bytes = 0) {
  const hasEnded = status === 'done' || status === 'discarded'
  const values = Array.from({ length: number }, (_, n) => ({
    ...{ id: newId(), owner_id: owner.id, file_name: 'a.csv', columns: ['sku'], row_count: 1 },
    ...{ status, refused: 1, bytes, done_at: hasEnded ? now : null },
    made_at: new Date(now.getTime() - (number - n) * 60_000),
  }))
  for (const value of values) {
    await db.insertInto('listing_imports').values(value).execute()
    const refused = { outcome: 'refused' as const, problems: '[]', given: '{}' }
    await insertRows(db, 'listing_import_rows', { import_id: value.id, row_no: 2, ...refused })
  }
  return values.map(({ id }) => id)
}

const start = (cell: string) => {
  const rows = [{ rowNo: 2, given: row('A-1', { description: cell }) }]
  const sent = { fileName: 'a.csv', columns: ['sku'], rows, photos: [], leftOut: [] }
  return startImport(db, owner, sent, now)
}

const stored = () =>
  db
    .selectFrom('listing_imports')
    .select(['id', 'bytes'])
    .where('owner_id', '=', owner.id)
    .orderBy('made_at')
    .orderBy('id')
    .execute()

const tooMany = { ok: false, problem: { reason: 'too-many-imports' } }

test('a closet keeps 100 imports; the oldest ended one goes for a new one', async () => {
  await keep(1, 'checked')
  const [oldest, ...others] = await keep(99, 'done')
  const started = await start('Silk')
  if (!started.ok) throw new Error(started.problem.reason)
  const ids = (await stored()).map(({ id }) => id)
  expect(ids).toHaveLength(100)
  expect(ids).not.toContain(oldest)
  expect(ids).toEqual(expect.arrayContaining([...others, started.value.importId]))
})

test('an import that waits for its closet is never removed for another one', async () => {
  await keep(100, 'checked')
  expect(await start('Silk')).toEqual(tooMany)
  expect(await stored()).toHaveLength(100)
})

test('a closet keeps 100 MB of cells, and 16 MB of one import', async () => {
  expect(await start('x'.repeat(17 * MB))).toEqual({ ok: false, problem: { reason: 'too-large' } })
  expect(await stored()).toEqual([])
  const ended = await keep(6, 'discarded', 15 * MB)
  expect((await start('x'.repeat(MB))).ok).toBe(true)
  const left = await stored()
  // Room for the largest import is made before its size is known.
  expect(left.map(({ id }) => id).slice(0, -1)).toEqual(ended.slice(1))
  expect(left.at(-1)?.bytes).toBeGreaterThan(MB)
  expect(left.at(-1)?.bytes).toBeLessThan(MB + 1000)
})

test('imports of 100 MB that wait for their closet leave no room for another one', async () => {
  await keep(6, 'checked', 15 * MB)
  expect(await start('x'.repeat(11 * MB))).toEqual(tooMany)
  expect((await start('x'.repeat(5 * MB))).ok).toBe(true)
})

const sendPhoto = (to: ImageStore = images) =>
  storeSentPhoto(db, to, owner, { fileName: 'A-1.png', bytes: flatPng(300, 600) }, now)

/** Photos that wait in imports of the closet. */
const fill = (number: number, bytes: number) =>
  // Without the trigger, which would count all of them for each.
  pool.query(`set session_replication_role = replica;
    insert into images (id, owner_id, use, width, height, bytes, created_at, attached_at, of_import)
      select gen_random_uuid(), '${owner.id}', 'item', 1, 1, ${bytes}, now(), now(), true
      from generate_series(1, ${number});
    set session_replication_role = origin`)

const noRoom = { ok: false, problem: { reason: 'no-room' } }

test('4,000 photos of a closet can wait in imports', async () => {
  await fill(3999, 1)
  const sent = await sendPhoto()
  expect(sent.ok).toBe(true)
  expect(await sendPhoto()).toEqual(noRoom)
  owner = await things.closet()
  expect((await sendPhoto()).ok).toBe(true)
})

test('400 MB of photos of a closet can wait in imports', async () => {
  await fill(8, 50 * MB)
  expect(await sendPhoto()).toEqual(noRoom)
  const one = await readRow(db, 'images', 'id', { owner_id: owner.id })
  await db.deleteFrom('images').where('id', '=', one.id).execute()
  const sent = await Promise.all([sendPhoto(), sendPhoto()])
  expect(sent.map(({ ok }) => ok)).toEqual([true, true])
})

test('a photo that has no room once it is read refuses its row', async () => {
  const importId = await send(owner, [row('A-1'), row('A-2')], {
    'A-1.png': flatPng(300, 600),
  })
  await fill(8, 50 * MB)
  await check(importId)
  const refused = await refusedRows(db, owner, importId)
  expect(JSON.stringify(refused)).toContain('400 MB and 4,000 files in total')
  expect(JSON.stringify(refused)).not.toContain('A-2')
})

test('discarded photos leave room at the next sweep, and shown ones at once', async () => {
  const waiting = () => readRows(db, 'images', 'id', { owner_id: owner.id, of_import: true })
  const importId = await send(owner, [row('A-1')], { 'A-1.png': flatPng(300, 600) })
  await check(importId)
  expect(await waiting()).toHaveLength(1)
  await sweepImages(db, images, now)
  expect(await waiting()).toHaveLength(1)
  await discardImport(db, owner, importId, now)
  await sweepImages(db, images, now)
  expect(await waiting()).toEqual([])
  await sendAndImport(owner, [row('A-1')], { 'A-1.png': flatPng(300, 601) })
  expect(await waiting()).toEqual([])
})

test('a file that cannot be stored leaves no row', async () => {
  const full: ImageStore = { ...images, put: () => Promise.reject(new Error('no space left')) }
  await expect(sendPhoto(full)).rejects.toThrow('no space left')
  const rows = db.selectFrom('listing_import_photos').select('id').where('owner_id', '=', owner.id)
  expect(await rows.execute()).toEqual([])
})
