import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { findItemsBySku } from '#domain/catalogue/items/items.ts'
import { approveItem } from '#domain/catalogue/items/listing/item-approval.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { importing, row } from '#test/make/importing.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { findImport, refusedRows } from './import-queries.ts'
import { startImport } from './imports.ts'
import { removeSentPhotos, sentPhotoKey, storeSentPhoto } from './sent-photos.ts'

const { db, made: things } = await testDatabase()
const { images, now, send, check, importAll, sendAndImport, counts, itemsOf } = importing(db)
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)

let owner: ClosetOwner
beforeEach(async () => {
  owner = await things.closet()
})

test('photos are matched to rows by name; an item without a photo is a draft that nobody reviews', async () => {
  const [one, two, small] = [flatPng(300, 600), flatPng(320, 640), flatPng(50, 50)]
  const importId = await send(owner, [row('A-1'), row('a-2'), row('A-3')], {
    'spring/a-1.PNG': one,
    'A-1-2.png': two,
    'A-1-1.png': two,
    'A-3.png': small,
    'B-1.png': one,
    'notes.txt': Buffer.from('hello'),
  })
  await check(importId)
  expect(await counts(owner, importId)).toEqual([2, 0, 0, 1])
  expect((await findImport(db, owner, importId))?.leftOut).toEqual([
    { fileName: 'A-1-1.png', reason: 'same-place' },
    { fileName: 'B-1.png', reason: 'no-row' },
    { fileName: 'notes.txt', reason: 'no-row' },
  ])
  expect(await refusedRows(db, owner, importId)).toMatchObject([
    {
      problems: [
        {
          column: 'photo',
          sentence: 'A-3.png: This photo is too small. It must be at least 300 × 400 pixels.',
        },
      ],
    },
  ])
  await importAll(owner, importId)
  const items = await itemsOf(owner)
  expect(
    items.map(({ sku, image_id, approval_status }) => [sku, image_id !== null, approval_status]),
  ).toEqual([
    ['A-1', true, 'pending'],
    ['a-2', false, 'pending'],
  ])
  const more = await db.selectFrom('item_photos').selectAll().execute()
  expect(more.filter(({ item_id }) => item_id === items[0]?.id)).toHaveLength(1)
  expect((await findImport(db, owner, importId))?.needPhoto).toBe(1)
})

test('a photo smaller than 300 × 400 pixels refuses its row, whatever its shape', async () => {
  const importId = await send(owner, [row('A-1'), row('A-2'), row('A-3')], {
    'A-1.png': flatPng(500, 333),
    'A-2.png': flatPng(290, 580),
    'A-3.png': flatPng(300, 400),
  })
  await check(importId)
  expect(await counts(owner, importId)).toEqual([1, 0, 0, 2])
})

test('sending the same photos again changes nothing; a different photo needs a new review', async () => {
  const admin = await things.admin()
  const photos = { 'A-1.png': flatPng(300, 600), 'A-1-2.png': flatPng(320, 640) }
  await sendAndImport(owner, [row('A-1')], photos)
  const [item] = await itemsOf(owner)
  if (!item) throw new Error('no item')
  const seen = { itemId: item.id, changedAt: item.updated_at, origin: 'http://localhost' }
  expect(await approveItem(db, admin, seen, now)).toMatchObject({ ok: true })
  const same = await send(owner, [row('A-1')], photos)
  await check(same)
  expect(await counts(owner, same)).toEqual([0, 0, 1, 0])
  const other = { ...photos, 'A-1.png': flatPng(400, 800) }
  const changed = await sendAndImport(owner, [row('A-1')], other)
  expect(await counts(owner, changed)).toEqual([0, 1, 0, 0])
  const [after] = await itemsOf(owner)
  expect(after?.image_id).not.toBe(item.image_id)
  expect(after?.approval_status).toBe('pending')
})

test('a photo replaces the one in its place, and the other photos of the item stay', async () => {
  const photo = (height: number) => flatPng(300, height)
  const [front, back, side] = [photo(600), photo(610), photo(620)]
  const [other, last] = [photo(630), photo(640)]
  const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')
  const hashes = async () =>
    (await findItemsBySku(db, owner, ['A-1'])).get('A-1')?.photos.map(({ hash }) => hash)
  await sendAndImport(owner, [row('A-1')], {
    'A-1.png': front,
    'A-1-2.png': back,
    'A-1-3.png': side,
  })
  for (const [photos, expected] of [
    [{ 'A-1-2.png': other }, [front, other, side]],
    // There is no fifth photo.
    [{ 'A-1-6.png': last }, [front, other, side, last]],
    // A photo that the item already has moves.
    [{ 'A-1.png': side }, [side, other, last]],
  ] as const) {
    const importId = await sendAndImport(owner, [row('A-1')], photos)
    expect(await counts(owner, importId)).toEqual([0, 1, 0, 0])
    expect(await hashes()).toEqual(expected.map(hashOf))
    const again = await send(owner, [row('A-1')], photos)
    await check(again)
    expect(await counts(owner, again)).toEqual([0, 0, 1, 0])
  }
})

test('SKUs that differ only in case are two items with separate photos', async () => {
  const importId = await send(owner, [row('A-1'), row('a-1'), row('A-2')], {
    'a-1.png': flatPng(300, 600),
    'A-1-2.png': flatPng(300, 610),
    'a-2.png': flatPng(300, 620),
  })
  await check(importId)
  expect(await counts(owner, importId)).toEqual([3, 0, 0, 0])
  expect((await findImport(db, owner, importId))?.leftOut).toEqual([])
  await importAll(owner, importId)
  const known = await findItemsBySku(db, owner, ['A-1', 'a-1', 'A-2'])
  expect(['A-1', 'a-1', 'A-2'].map((sku) => known.get(sku)?.photos.length)).toEqual([1, 1, 1])
})

test('a file whose name matches no row or place is left out with the reason', async () => {
  const photo = flatPng(300, 600)
  const importId = await send(owner, [row('AB-1'), row('ab-1'), row('A-104')], {
    'Ab-1.png': photo,
    'A-104-0.png': photo,
    'A-104-8.png': photo,
    'A-104-9.png': photo,
    'A-104-back.png': photo,
  })
  expect((await findImport(db, owner, importId))?.leftOut).toEqual([
    { fileName: 'A-104-0.png', reason: 'no-such-place' },
    { fileName: 'A-104-9.png', reason: 'no-such-place' },
    { fileName: 'A-104-back.png', reason: 'no-row' },
    { fileName: 'Ab-1.png', reason: 'two-rows' },
  ])
})

test('names and SKUs are compared with composed accents, and without invisible characters', async () => {
  const named = (sku: string) => row(sku, { title: 'Gown' })
  const [composed, decomposed] = ['Chloé-7', 'Chloé-7'.normalize('NFD')]
  const importId = await sendAndImport(
    owner,
    [named(decomposed), named('\u200BB-1'), named(composed)],
    {
      [`${decomposed}.png`]: flatPng(300, 600),
      [`${composed}-2.png`]: flatPng(300, 610),
      'B-1\u200E.png': flatPng(300, 620),
    },
  )
  expect((await findImport(db, owner, importId))?.leftOut).toEqual([])
  expect(await refusedRows(db, owner, importId)).toMatchObject([
    { problems: [{ sentence: 'An earlier row of this file has the same SKU.' }] },
  ])
  const items = await itemsOf(owner)
  expect(items.map(({ sku, image_id }) => [sku, image_id !== null])).toEqual([
    ['B-1', true],
    [composed, true],
  ])
  const again = await send(owner, [named(composed), named('B-1\uFEFF')])
  await check(again)
  expect(await counts(owner, again)).toEqual([0, 0, 2, 0])
})

test('in a file name, _ stands for a sign that no file name can have', async () => {
  const photo = flatPng(300, 600)
  const importId = await send(
    owner,
    [row('3/4'), row('A:b*1'), row('C_1'), row('C:1'), row('D/1'), row('D:1')],
    {
      '3_4.png': photo,
      '3:4-2.png': photo,
      'a_B_1.png': photo,
      'c_1-2.png': photo,
      'C_1.png': photo,
      'D_1.png': photo,
    },
  )
  expect((await findImport(db, owner, importId))?.leftOut).toEqual([
    { fileName: 'D_1.png', reason: 'two-rows' },
    { fileName: 'c_1-2.png', reason: 'two-rows' },
  ])
})

test('the same photo can be in two places of an item, and sending it again changes nothing', async () => {
  const photos = { 'A-1.png': flatPng(300, 600), 'A-1-2.png': flatPng(300, 600) }
  await sendAndImport(owner, [row('A-1')], photos)
  const again = await send(owner, [row('A-1')], photos)
  await check(again)
  expect(await counts(owner, again)).toEqual([0, 0, 1, 0])
})

test('a draft gets its photo from a later file, and is reviewed from then on', async () => {
  const admin = await things.admin()
  await sendAndImport(owner, [row('A-1')])
  const [draft] = await itemsOf(owner)
  if (!draft) throw new Error('no item')
  const seen = { itemId: draft.id, changedAt: draft.updated_at, origin: 'http://localhost' }
  expect(await approveItem(db, admin, seen, now)).toMatchObject({
    problem: { reason: 'edit-conflict' },
  })
  await expect(
    updateRows(db, 'clothing_items', draft.id, { approval_status: 'approved' }),
  ).rejects.toThrow('needs a photo')
  const importId = await sendAndImport(owner, [row('A-1')], { 'A-1.png': flatPng(300, 600) })
  expect(await counts(owner, importId)).toEqual([0, 1, 0, 0])
  const [complete] = await itemsOf(owner)
  if (!complete) throw new Error('no item')
  const now2 = { ...seen, changedAt: complete.updated_at }
  expect(await approveItem(db, admin, now2, now)).toMatchObject({ ok: true })
  await expect(
    db.updateTable('clothing_items').set({ image_id: null }).where('id', '=', draft.id).execute(),
  ).rejects.toThrow('needs a photo')
})

test('photos cannot be used by another closet’s import, and are removed without an import', async () => {
  const other = await things.closet()
  const mine = await storeSentPhoto(
    db,
    images,
    other,
    { fileName: 'A-1.png', bytes: flatPng(300, 600) },
    now,
  )
  if (!mine.ok) throw new Error(mine.problem.reason)
  const sent = {
    fileName: 'a.csv',
    columns: ['sku'],
    rows: [{ rowNo: 2, given: row('A-1') }],
    photos: [{ id: mine.value, fileName: 'A-1.png' }],
    leftOut: [],
  }
  const started = await startImport(db, owner, sent, now)
  if (!started.ok) throw new Error('not started')
  await check(started.value.importId)
  await importAll(owner, started.value.importId)
  expect((await itemsOf(owner))[0]?.image_id).toBeNull()
  expect(await images.get(sentPhotoKey(mine.value))).not.toBeNull()
  while ((await removeSentPhotos(db, images, later(2))) > 0);
  expect(await images.get(sentPhotoKey(mine.value))).toBeNull()
})
