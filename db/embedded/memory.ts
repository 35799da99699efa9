import { existsSync, statfsSync } from 'node:fs'

/** Where files are kept in memory, on Linux. */
export const memory = '/dev/shm'

/** A container's is often 64 MB, which a few clones of a database or a browser's pages fill. */
export function memoryHasRoom(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 * 1024 ** 3
}
