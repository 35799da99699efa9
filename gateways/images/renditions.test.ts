import { expect, test } from 'vitest'
import { folderStore } from '#gateways/images/testing/temporary-stores.ts'
import { sharp } from './decoders.ts'
import type { ImageStore } from './image-store.ts'
import { putOriginal, readImage, readPreview, removeImage } from './renditions.ts'

const id = '01900000-0000-7000-8000-0000000000aa'

async function storeWith(width: number, height: number) {
  const store = folderStore()
  const picture = sharp({ create: { width, height, channels: 3, background: '#a34' } })
  await putOriginal(store, id, await picture.webp().toBuffer())
  return store
}

/** A store that records the keys that are written. */
function watched(store: ImageStore) {
  const puts: string[] = []
  const put: ImageStore['put'] = (key, bytes, type) => {
    puts.push(key)
    return store.put(key, bytes, type)
  }
  return { puts, store: { ...store, put } }
}

test('an image is served in the requested width', async () => {
  const store = await storeWith(1000, 2000)
  const file = await readImage(store, id, 320)
  expect(await sharp(file?.bytes).metadata()).toMatchObject({
    format: 'webp',
    width: 320,
    height: 640,
  })
})

test('an image is never served larger than it is', async () => {
  const store = await storeWith(300, 600)
  expect(await sharp((await readImage(store, id, 960))?.bytes).metadata()).toMatchObject({
    width: 300,
  })
})

test.for([
  [1000, 2000, [442, 757]],
  [2000, 400, [0, 1199]],
  [150, 300, [442, 757]],
] as const)('the picture beside a link shows all of an image of %i × %i pixels', async ([
  width,
  height,
  [left, right],
]) => {
  const file = await readPreview(await storeWith(width, height), id)
  expect(file?.contentType).toBe('image/jpeg')
  const drawn = sharp(file?.bytes)
  expect(await drawn.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  const { data } = await drawn.raw().toBuffer({ resolveWithObject: true })
  const at = (x: number) => [...data.subarray((315 * 1200 + x) * 3, (315 * 1200 + x) * 3 + 3)]
  for (const x of [left + 2, right - 2]) expect(at(x)).toEqual(at(600))
})

test('simultaneous requests for a size create it once', async () => {
  const { puts, store } = watched(await storeWith(1000, 2000))
  const files = await Promise.all(Array.from({ length: 20 }, () => readImage(store, id, 480)))
  expect(new Set(files.map((file) => file?.bytes.length)).size).toBe(1)
  await readImage(store, id, 480)
  expect(puts).toEqual([`${id}/w480.webp`])
})

test('a size that could not be stored is created again for the next request', async () => {
  const store = await storeWith(1000, 2000)
  let full = true
  const put: ImageStore['put'] = async (...file) => {
    if (full) throw new Error('disk full')
    await store.put(...file)
  }
  const failing = { ...store, put }
  await expect(readImage(failing, id, 480)).rejects.toThrow('disk full')
  full = false
  expect(await readImage(failing, id, 480)).not.toBeNull()
})

test('an unknown or removed image is null in every size', async () => {
  const store = await storeWith(1000, 2000)
  await readImage(store, id, 160)
  await removeImage(store, id)
  expect([await readImage(store, id, 160), await readImage(store, id, null)]).toEqual([null, null])
})

test('a size that is being created while its image is removed does not remain', async () => {
  const store = await storeWith(1000, 2000)
  const put: ImageStore['put'] = async (key, bytes, type) => {
    if (key.endsWith('w320.webp')) await removeImage(store, id)
    await store.put(key, bytes, type)
  }
  expect(await readImage({ ...store, put }, id, 320)).toBeNull()
  expect(await store.get(`${id}/w320.webp`)).toBeNull()
})
