import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  bucketStore,
  folderStore,
  temporaryFolder,
} from '#gateways/images/testing/temporary-stores.ts'
import { openS3Store } from './s3-store.ts'

const stores = [
  ['a folder', async () => folderStore()],
  ['a bucket', bucketStore],
] as const

const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 31) % 251)
const key = '0190-ab12/original.webp'

test.for(stores)('%s returns exactly what was stored', async ([, open]) => {
  const store = await open()
  await store.put(key, bytes, 'image/webp')
  const stored = await store.get(key)
  expect(stored?.contentType).toBe('image/webp')
  expect(Buffer.compare(stored?.bytes ?? new Uint8Array(), bytes)).toBe(0)
})

test.for(stores)('%s returns null for a missing key', async ([, open]) => {
  const store = await open()
  expect(await store.get(key)).toBeNull()
})

test.for(stores)('%s replaces and removes', async ([, open]) => {
  const store = await open()
  await store.put(key, bytes, 'image/webp')
  await store.put(key, bytes.subarray(0, 10), 'image/webp')
  expect((await store.get(key))?.bytes.length).toBe(10)
  await store.delete(key)
  await store.delete(key)
  expect(await store.get(key)).toBeNull()
})

test.for(stores)('%s separates a private image from a public one', async ([, open]) => {
  const store = await open()
  await store.put(`private/${key}`, bytes, 'image/webp')
  expect(await store.get(key)).toBeNull()
  expect((await store.get(`private/${key}`))?.bytes.length).toBe(bytes.length)
})

test('keys that lead out of the folder are refused', async () => {
  const store = folderStore()
  for (const bad of ['../x.webp', '/etc/x.webp', 'a/../../x.webp', 'a//x.webp', 'a\0.webp', '']) {
    await expect(store.get(bad), bad).rejects.toThrow('bad key')
  }
})

test('a partly written file is never served', async () => {
  const folder = temporaryFolder()
  const store = folderStore(folder)
  await store.put(key, bytes, 'image/webp')
  const beside = join(folder, 'images', '12', '0190-ab12')
  expect(readdirSync(beside)).toEqual(['original.webp'])
  writeFileSync(join(beside, 'w160.webp.1234.part'), 'half')
  expect(await store.get('0190-ab12/w160.webp')).toBeNull()
  expect(readFileSync(join(beside, 'original.webp')).length).toBe(bytes.length)
})

test('requests to a storage that never responds fail', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const bucket = { bucket: 'pictures', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' }
  const endpoint = `http://127.0.0.1:${port}`
  const timeouts = { connectionTimeout: 100, requestTimeout: 100 }
  const store = openS3Store({ ...bucket, endpoint }, timeouts)
  onTestFinished(() => {
    store.close()
    silent.closeAllConnections()
    silent.close()
  })
  await expect(store.get(key)).rejects.toThrow()
  await expect(store.put(key, bytes, 'image/webp')).rejects.toThrow()
})
