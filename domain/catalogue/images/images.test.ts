import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { ImageId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { folderStore, temporaryFolder } from '#gateways/images/testing/temporary-stores.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { MAX_FILE_BYTES } from './image-shapes.ts'
import { attachImages, findImageFile, releaseImage, storeImage } from './images.ts'
import { sweepImages } from './sweep.ts'

const { db } = await testDatabase()
const { closet, shopper, admin, item } = make(db)
const now = new Date('2026-11-20T12:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

async function* inChunks(...chunks: Uint8Array[]) {
  yield* chunks
}

async function stored(store: ImageStore, who: Person, at = now): Promise<ImageId> {
  const outcome = await storeImage(db, store, who, inChunks(flatPng(300, 400)), 'item', at)
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  return outcome.value
}

const attach = (who: Person, ids: ImageId[], use: 'item' | 'logo' = 'item') =>
  inTransaction(db, (tx) => attachImages(tx, who, ids, use, now))

const knownIds = async () =>
  (await db.selectFrom('images').select('id').execute()).map(({ id }) => id)

test('an uploaded file is stored as an image in the shape of its use and can be read', async () => {
  const store = folderStore()
  const owner = await closet()
  const wide = flatPng(600, 400)
  const outcome = await storeImage(
    db,
    store,
    owner,
    inChunks(wide.subarray(0, 30), wide.subarray(30)),
    'item',
    now,
  )
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  const id = outcome.value
  expect(
    await db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst(),
  ).toMatchObject({
    owner_id: owner.id,
    use: 'item',
    width: 200,
    height: 400,
    attached_at: null,
  })
  expect((await findImageFile(store, id, 480))?.contentType).toBe('image/webp')
})

test('5 MB are accepted, one byte more is too large, and the rest is not read', async () => {
  const store = folderStore()
  const owner = await closet()
  const picture = flatPng(300, 400)
  // Bytes after the end of a PNG are ignored.
  const rest = (bytes: number) => Buffer.alloc(bytes - picture.length)
  const exact = inChunks(picture, rest(MAX_FILE_BYTES))
  expect((await storeImage(db, store, owner, exact, 'item', now)).ok).toBe(true)
  let chunksRead = 0
  async function* endless() {
    yield picture
    for (;;) {
      chunksRead++
      yield Buffer.alloc(1024 * 1024)
    }
  }
  expect(await storeImage(db, store, owner, endless(), 'item', now)).toEqual({
    ok: false,
    problem: { reason: 'too-large' },
  })
  expect(chunksRead).toBe(5)
  const oneMore = inChunks(picture, rest(MAX_FILE_BYTES + 1))
  expect(await storeImage(db, store, owner, oneMore, 'item', now)).toEqual({
    ok: false,
    problem: { reason: 'too-large' },
  })
})

test('a refused file leaves nothing behind', async () => {
  const folder = temporaryFolder()
  const owner = await closet()
  const before = await knownIds()
  const page = inChunks(Buffer.from('<html>'))
  expect(await storeImage(db, folderStore(folder), owner, page, 'item', now)).toEqual({
    ok: false,
    problem: { reason: 'not-an-image' },
  })
  expect([await knownIds(), readdirSync(folder)]).toEqual([before, []])
})

test('people can attach only their own images, once, for the use they were uploaded for', async () => {
  const store = folderStore()
  const [owner, other, boss] = [await closet(), await shopper(), await admin()]
  const unknown = { ok: false, problem: { reason: 'image-unknown' } }
  const mine = await stored(store, owner)
  expect(await attach(other, [mine])).toEqual(unknown)
  expect(await attach(owner, [mine], 'logo')).toEqual(unknown)
  expect(await attach(owner, [mine, newId()])).toEqual(unknown)
  expect(await attach(owner, [await stored(store, owner)])).toEqual({ ok: true, value: undefined })
  expect(await attach(boss, [await stored(store, owner)])).toEqual({ ok: true, value: undefined })
  expect(await attach(owner, [])).toEqual({ ok: true, value: undefined })
  const twice = await stored(store, owner)
  const answers = await Promise.all([attach(owner, [twice]), attach(owner, [twice])])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
})

test('images unused for a day are deleted in all sizes', async () => {
  const folder = temporaryFolder()
  const store = folderStore(folder)
  const owner = await closet()
  const [forgotten, remaining, fresh] = [
    await stored(store, owner),
    await stored(store, owner),
    await stored(store, owner, later(23)),
  ]
  await findImageFile(store, forgotten, 160)
  await attach(owner, [remaining])
  await sweepImages(db, store, later(25))
  const ids = await knownIds()
  expect([forgotten, remaining, fresh].map((id) => ids.includes(id))).toEqual([false, true, true])
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  expect(files.filter((file) => file.isFile() && file.parentPath.includes(forgotten))).toEqual([])
  expect(await findImageFile(store, remaining, null)).not.toBeNull()
})

test('a released image is deleted, unless something shows it again', async () => {
  const store = folderStore()
  const owner = await closet()
  const [released, shown, more] = [
    await stored(store, owner),
    await stored(store, owner),
    await stored(store, owner),
  ]
  await attach(owner, [released, shown, more])
  const { id: item_id } = await item({ closet: owner, image_id: shown })
  await db.insertInto('item_photos').values({ item_id, place: 1, image_id: more }).execute()
  await inTransaction(db, async (tx) => {
    for (const id of [released, shown, more]) await releaseImage(tx, id)
  })
  await sweepImages(db, store, later(30))
  const ids = await knownIds()
  expect([released, shown, more].map((id) => ids.includes(id))).toEqual([false, true, true])
})

test('after a crash during deletion the image cannot be attached, and the next run deletes it', async () => {
  const store = folderStore()
  const owner = await closet()
  const id = await stored(store, owner)
  const broken: ImageStore = { ...store, delete: () => Promise.reject(new Error('power cut')) }
  await expect(sweepImages(db, broken, later(30))).rejects.toThrow('power cut')
  expect(await attach(owner, [id])).toEqual({ ok: false, problem: { reason: 'image-unknown' } })
  await sweepImages(db, store, later(31))
  expect(await knownIds()).not.toContain(id)
})

test('an image is attached or deleted, never both', async () => {
  const store = folderStore()
  const owner = await closet()
  for (let round = 0; round < 10; round++) {
    const id = await stored(store, owner)
    const [attached] = await Promise.all([attach(owner, [id]), sweepImages(db, store, later(30))])
    expect((await findImageFile(store, id, null)) !== null).toBe(attached.ok)
    expect((await knownIds()).includes(id)).toBe(attached.ok)
  }
})
