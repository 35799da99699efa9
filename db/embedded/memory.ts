import { existsSync, statfsSync } from 'node:fs'

/** Where files are kept in memory, on Linux. */
export const memory = '/dev/shm'

/** Whether so many gigabytes are free there; a container's is often 64 MB in all. */
export function memoryHasRoom(gigabytes: number): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > gigabytes * 1024 ** 3
}
