import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary file without a name: the system removes it when it is closed, also by a crash. */
export async function hiddenFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `hemline-${randomUUID()}.tmp`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
