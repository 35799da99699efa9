import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { folderStore, temporaryFolder } from '#gateways/images/testing/temporary-stores.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { attachImages, copyImages, storeImage } from './images.ts'

const { db } = await testDatabase()
const { closet, shopper, admin } = make(db)
const store = folderStore()
const now = new Date('2026-11-20T12:00:00Z')
const MB = 1024 * 1024

const upload = (who: Person, more = {}, to = store) =>
  storeImage(db, to, who, [flatPng(300, 400)], 'item', now, more)

/** Uploads of a person that no form refers to. */
async function fill(who: Person, number: number, bytes: number) {
  const row = { owner_id: who.id, use: 'item' as const, width: 1, height: 1, created_at: now }
  await insertRows(
    db,
    'images',
    Array.from({ length: number }, () => ({ id: newId(), ...row, bytes })),
  )
}

const noRoom = { ok: false, problem: { reason: 'no-room' } }

const imagesOf = (who: Person) =>
  db.selectFrom('images').selectAll().where('owner_id', '=', who.id).execute()

test('one person has at most 200 images that no saved form refers to', async () => {
  const [owner, other, boss] = [await closet(), await shopper(), await admin()]
  await fill(owner, 199, 1)
  const last = await upload(owner)
  if (!last.ok) throw new Error(last.problem.reason)
  expect(await upload(owner)).toEqual(noRoom)
  expect(await copyImages(db, store, owner, [last.value], now)).toEqual(noRoom)
  expect(await imagesOf(owner)).toHaveLength(200)
  expect((await upload(other)).ok).toBe(true)
  // Photos of imports are counted separately.
  expect((await upload(owner, { isOfImport: true })).ok).toBe(true)
  await inTransaction(db, (tx) => attachImages(tx, owner, [last.value], 'item', now))
  expect((await upload(owner)).ok).toBe(true)
  await fill(boss, 250, MB)
  expect((await upload(boss)).ok).toBe(true)
})

test('one person has at most 100 MB of images that no saved form refers to', async () => {
  const owner = await closet()
  await fill(owner, 100, MB - 1)
  expect(await upload(owner)).toEqual(noRoom)
  await db
    .deleteFrom('images')
    .where('id', '=', (await imagesOf(owner))[0]?.id ?? newId())
    .execute()
  expect((await upload(owner)).ok).toBe(true)
})

test('simultaneous uploads are counted', async () => {
  const owner = await closet()
  await fill(owner, 197, 1)
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => upload(owner)))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
  expect(await imagesOf(owner)).toHaveLength(200)
})

test('an image whose file cannot be stored leaves neither a row nor a part of the file', async () => {
  const owner = await closet()
  const folder = temporaryFolder()
  const files = folderStore(folder)
  const full: ImageStore = {
    ...files,
    put: async (...given) => {
      await files.put(...given)
      throw new Error('no space left')
    },
  }
  await expect(upload(owner, {}, full)).rejects.toThrow('no space left')
  expect(await imagesOf(owner)).toEqual([])
  const left = readdirSync(folder, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
  // Then the sweep removes both.
  const broken = { ...full, delete: () => Promise.reject(new Error('unreachable')) }
  await expect(upload(owner, {}, broken)).rejects.toThrow('no space left')
  expect(await imagesOf(owner)).toHaveLength(1)
})
