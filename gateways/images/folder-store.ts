import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { ImageStore } from './image-store.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.upload': 'application/octet-stream',
}

const KEY = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9.-]*)*$/

/** Stores each image as a file below `folder` (absolute; created when first needed). */
export function openFolderStore(folder: string): ImageStore {
  return {
    async put(key, bytes, contentType) {
      if (contentTypeOf(key) !== contentType)
        throw new Error(`${key} does not name a ${contentType}`)
      await writeAtomically(fileOf(folder, key), bytes)
    },
    async get(key) {
      try {
        const bytes = await readFile(fileOf(folder, key))
        return { bytes: new Uint8Array(bytes), contentType: contentTypeOf(key) }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async delete(key) {
      await rm(fileOf(folder, key), { force: true })
    },
    close() {},
  }
}

/** Files store no content type, so it is read from the extension. */
export function contentTypeOf(key: string): string {
  const type = CONTENT_TYPES[extname(key)]
  if (!type) throw new Error(`${key} has no known type`)
  return type
}

/** Whether an image can have this key. The folder also has unfinished files and those of others. */
export function isImageKey(key: string): boolean {
  return KEY.test(key) && Object.hasOwn(CONTENT_TYPES, extname(key))
}

/**
 * Ids start with a timestamp, so subfolders are named after the last characters of an image's
 * folder, which spread evenly.
 */
function fileOf(folder: string, key: string): string {
  if (!KEY.test(key)) throw new Error(`bad key ${key}`)
  return join(folder, dirname(key).slice(-2), key)
}

async function writeAtomically(file: string, bytes: Uint8Array): Promise<void> {
  const parent = dirname(file)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${randomUUID()}.part`
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
    await syncFolder(parent)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** A renamed file is durable only once its folder is synced too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
