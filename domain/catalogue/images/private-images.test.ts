import { expect, test } from 'vitest'
import type { ImageUse } from '#db/enums.ts'
import type { ImageId } from '#db/ids.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { folderStore } from '#gateways/images/testing/temporary-stores.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { imageShapes } from './image-shapes.ts'
import { findImageFile, findPrivateFile, storeImage } from './images.ts'
import { isPrivateUse } from './private-uses.ts'
import { sweepImages } from './sweep.ts'

const { db } = await testDatabase()
const { shopper } = make(db)
const now = new Date('2026-11-20T12:00:00Z')

async function stored(store: ImageStore, use: ImageUse): Promise<ImageId> {
  async function* file() {
    yield flatPng(300, 600)
  }
  const image = await storeImage(db, store, await shopper(), file(), use, now)
  if (!image.ok) throw new Error(image.problem.reason)
  return image.value
}

const isPublic = async (store: ImageStore, id: ImageId) =>
  (await findImageFile(store, id, 160)) !== null
const isStored = async (store: ImageStore, id: ImageId) =>
  (await findPrivateFile(store, id, 160)) !== null

test('images are stored according to their use, and only public ones have a public address', async () => {
  const store = folderStore()
  for (const use of Object.keys(imageShapes) as ImageUse[]) {
    const id = await stored(store, use)
    expect({ [use]: await isPublic(store, id) }).toEqual({ [use]: !isPrivateUse(use) })
    // Its owner sees an upload for any use before a form shows it.
    expect({ [use]: await isStored(store, id) }).toEqual({ [use]: true })
  }
})

test('unused private images are deleted', async () => {
  const store = folderStore()
  const id = await stored(store, 'message')
  expect(await isStored(store, id)).toBe(true)
  await sweepImages(db, store, new Date(now.getTime() + 30 * 3_600_000))
  expect(await isStored(store, id)).toBe(false)
})
