import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { importRules } from '#app/routes/business/import-rules.ts'
import type { ListingImportId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { atOnce } from '#test/at-once.ts'
import { importing, row } from '#test/make/importing.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { continueImports } from './continue-imports.ts'
import { removeOldImports } from './end-imports.ts'
import { importListings } from './import-listings.ts'
import { findImport, importRows, refusedRows } from './import-queries.ts'
import { confirmImport, discardImport } from './imports.ts'
import { removeSentPhotos } from './sent-photos.ts'

const { db, pool, made: things } = await testDatabase()
const { images, now, send, check, work, sendAndImport, counts, itemsOf } = importing(db)
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)

let owner: ClosetOwner
beforeEach(async () => {
  owner = await things.closet()
})

test('two imports of the same rows at once: one adds them, the other finds them', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => row(`S-${n}`))
  const one = await send(owner, rows)
  await check(one)
  const two = await send(owner, rows.toReversed())
  await check(two)
  for (const id of [one, two]) await confirmImport(db, owner, id)
  await Promise.all([work(one), work(two)])
  expect(await itemsOf(owner)).toHaveLength(120)
  const [first, second] = [await counts(owner, one), await counts(owner, two)]
  expect((first[0] ?? 0) + (second[0] ?? 0)).toBe(120)
  expect([first[3], second[3]]).toEqual([0, 0])
})

test('an import that is interrupted at any row continues where it stopped', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => row(`S-${n}`))
  const importId = await send(owner, rows)
  await check(importId)
  await confirmImport(db, owner, importId)
  await importListings(db, importRules, importId, now)
  expect(await itemsOf(owner)).toHaveLength(50)
  let read = 0
  const broken = {
    ...importRules,
    readRow: (...args: Parameters<typeof importRules.readRow>) => {
      read += 1
      if (read > 30) throw new Error('power cut')
      return importRules.readRow(...args)
    },
  }
  await expect(importListings(db, broken, importId, now)).rejects.toThrow('power cut')
  expect(await itemsOf(owner)).toHaveLength(50)
  await work(importId)
  await importListings(db, importRules, importId, now)
  expect(await itemsOf(owner)).toHaveLength(120)
  expect(await counts(owner, importId)).toEqual([120, 0, 0, 0])
})

test('an import adds nothing to an account that stops being a closet at that moment', async () => {
  const importId = await send(owner, [row('S-1')])
  await check(importId)
  await confirmImport(db, owner, importId)
  const stops = () =>
    db.transaction().execute(async (tx) => {
      const regular = { account_type: 'regular', business_status: 'denied' } as const
      await tx.updateTable('user_profiles').set(regular).where('id', '=', owner.id).execute()
      await sql`lock table audit_log in row exclusive mode`.execute(tx)
    })
  await atOnce<unknown>(pool, [stops, () => importListings(db, importRules, importId, now)])
  expect(await itemsOf(owner)).toEqual([])
})

test('one file of a closet is checked at a time, and only its owner sees, confirms or discards it', async () => {
  const importId = await send(owner, [row('A-1')])
  await expect(send(owner, [row('A-2')])).rejects.toThrow('being-checked')
  const other = await things.closet()
  const unknown = { problem: { reason: 'import-not-found' } }
  expect(await findImport(db, other, importId)).toBeNull()
  expect(await refusedRows(db, other, importId)).toEqual([])
  expect((await importRows(db, other, { importId, view: 'all', page: 1 })).rows).toEqual([])
  expect(await confirmImport(db, other, importId)).toMatchObject(unknown)
  expect(await discardImport(db, other, importId, now)).toMatchObject(unknown)
  expect(await confirmImport(db, owner, importId)).toMatchObject({
    problem: { reason: 'not-checked' },
  })
  await check(importId)
  expect(await discardImport(db, owner, importId, now)).toMatchObject({ ok: true })
  expect(await confirmImport(db, owner, importId)).toMatchObject({
    problem: { reason: 'not-checked' },
  })
  expect(await itemsOf(owner)).toEqual([])
})

test('an import whose job is lost continues within an hour', async () => {
  const queued = async (importId: ListingImportId) => {
    const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs
      where key like ${`%${importId}`}`.execute(db)
    return rows.map(({ key }) => key.split(':')[0])
  }
  const importId = await send(owner, [row('A-1')])
  await sql`select graphile_worker.remove_job(${`check-import:${importId}`})`.execute(db)
  await continueImports(db, new Date(now.getTime() + 3_500_000))
  expect(await queued(importId)).toEqual([])
  await continueImports(db, later(1))
  expect(await queued(importId)).toEqual(['check-import'])
  await check(importId)
  await confirmImport(db, owner, importId)
  await sql`select graphile_worker.remove_job(${`import-listings:${importId}`})`.execute(db)
  await continueImports(db, later(1))
  expect(await queued(importId)).toContain('import-listings')
})

test('old imports are removed with their files; their items stay', async () => {
  const photos = { 'A-1.png': flatPng(300, 600), 'A-2.png': flatPng(320, 640) }
  const sent = await sendAndImport(owner, [row('A-1')], { 'A-1.png': photos['A-1.png'] })
  const discarded = await send(owner, [row('A-2')], { 'A-2.png': photos['A-2.png'] })
  await check(discarded)
  const unused = await db
    .selectFrom('listing_import_photos')
    .select('image_id')
    .where('import_id', '=', discarded)
    .executeTakeFirstOrThrow()
  while ((await removeOldImports(db, later(89))) > 0);
  expect(await findImport(db, owner, sent)).not.toBeNull()
  while ((await removeOldImports(db, later(91))) > 0);
  while ((await removeSentPhotos(db, images, later(91))) > 0);
  const left = await sql<{ n: number }>`select (select count(*) from listing_imports)
    + (select count(*) from listing_import_rows)
    + (select count(*) from listing_import_photos) as n`.execute(db)
  // Imports of other tests are removed too.
  expect(Number(left.rows[0]?.n)).toBe(0)
  const [item] = await itemsOf(owner)
  const attached = await db
    .selectFrom('images')
    .select(['id', 'attached_at'])
    .where(
      'id',
      'in',
      [item?.image_id, unused.image_id].filter((id) => id != null),
    )
    .execute()
  expect(
    attached.map(({ id, attached_at }) => [id === item?.image_id, attached_at !== null]),
  ).toEqual(
    expect.arrayContaining([
      [true, true],
      [false, false],
    ]),
  )
})
