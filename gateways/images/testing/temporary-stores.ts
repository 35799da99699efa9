import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import type { ImageStore } from '#gateways/images/image-store.ts'
import { createImageStore } from '#gateways/images/open-image-store.ts'

/** A folder that is removed after the test, or after the file when called at its top level. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-images-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (TestRunner.getCurrentTest()) onTestFinished(remove)
  else afterAll(remove)
  return folder
}

export function folderStore(folder = temporaryFolder()): ImageStore {
  return createImageStore({ kind: 'folder', folder: join(folder, 'images') })
}

/** A bucket of a real S3-compatible server. */
export async function bucketStore(): Promise<ImageStore> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: temporaryFolder(),
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  const { port } = await server.run()
  const store = createImageStore({
    kind: 's3',
    bucket: 'pictures',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  })
  onTestFinished(async () => {
    store.close()
    await server.close()
  })
  return store
}
