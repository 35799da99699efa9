import { expect, test } from 'vitest'
import type { ImageUse } from '#db/enums.ts'
import type { ImageId } from '#db/ids.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import { putOriginal } from '#gateways/images/renditions.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { folderStore } from '#gateways/images/testing/temporary-stores.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { make } from '#test/make/make.ts'
import { hideImages } from './hide-images.ts'
import { imageShapes } from './image-shapes.ts'
import { findImageFile, findPrivateFile, storeImage } from './images.ts'
import { isPrivateUse } from './private-uses.ts'
import { sweepImages } from './sweep.ts'

const { db } = await testDatabase()
const { image, shopper } = make(db)
const now = new Date('2026-11-20T12:00:00Z')

/** Stores an image like an earlier version, which had only public images. */
async function storedBefore(store: ImageStore, use: ImageUse, attached_at: Date | null = now) {
  const { id } = await image({ use, attached_at, created_at: now })
  await putOriginal(store, id, flatPng(300, 600))
  return id
}

const isPublic = async (store: ImageStore, id: ImageId) =>
  (await findImageFile(store, id, 160)) !== null

test('images are stored according to their use, and only public ones have a public address', async () => {
  const store = folderStore()
  const person = await shopper()
  for (const use of Object.keys(imageShapes) as ImageUse[]) {
    async function* file() {
      yield flatPng(300, 600)
    }
    const stored = await storeImage(db, store, person, file(), use, now)
    if (!stored.ok) throw new Error(stored.problem.reason)
    expect({ [use]: await isPublic(store, stored.value) }).toEqual({ [use]: !isPrivateUse(use) })
    expect(await findPrivateFile(store, stored.value, 160), use).not.toBeNull()
  }
  expect(await hideImages(db, store)).toBe(0)
})

test('private images of an earlier version are moved once, and public ones stay', async () => {
  const store = folderStore()
  const [message, report, item] = [
    await storedBefore(store, 'message'),
    await storedBefore(store, 'handover'),
    await storedBefore(store, 'item'),
  ]
  expect(await findPrivateFile(store, message, 160)).not.toBeNull()
  expect(await hideImages(db, store)).toBe(2)
  expect([await isPublic(store, message), await isPublic(store, report)]).toEqual([false, false])
  expect(await isPublic(store, item)).toBe(true)
  expect(await findPrivateFile(store, message, 160)).not.toBeNull()
  expect(await findPrivateFile(store, report, null)).not.toBeNull()
  expect(await hideImages(db, store)).toBe(0)
})

test('the next run completes an interrupted one', async () => {
  const store = folderStore()
  const ids = [await storedBefore(store, 'appeal'), await storedBefore(store, 'message')]
  let left = 3
  const failing: ImageStore = {
    ...store,
    delete: async (key) => {
      left -= 1
      if (left === 0) throw new Error('power cut')
      await store.delete(key)
    },
  }
  await expect(hideImages(db, failing)).rejects.toThrow('power cut')
  expect(await hideImages(db, store)).toBe(2)
  for (const id of ids) {
    expect(await isPublic(store, id)).toBe(false)
    expect(await findPrivateFile(store, id, null)).not.toBeNull()
  }
})

test('an unused image that is swept while it is being moved leaves no file', async () => {
  const store = folderStore()
  const later = new Date(now.getTime() + 30 * 3_600_000)
  const id = await storedBefore(store, 'message', null)
  const swept: ImageStore = {
    ...store,
    put: async (...file) => {
      await sweepImages(db, store, later)
      await store.put(...file)
    },
  }
  await hideImages(db, swept)
  expect(await findPrivateFile(store, id, null)).toBeNull()
})

test('unused private images are deleted, whether or not they are moved', async () => {
  const store = folderStore()
  const later = new Date(now.getTime() + 30 * 3_600_000)
  const moved = await storedBefore(store, 'message', null)
  await hideImages(db, store)
  const before = await storedBefore(store, 'message', null)
  await sweepImages(db, store, later)
  for (const id of [moved, before]) expect(await findPrivateFile(store, id, null)).toBeNull()
})
