import { accessSync, constants, existsSync, statfsSync } from 'node:fs'

/** The in-memory file system of Linux. */
export const memory = '/dev/shm'

/** Whether this many gigabytes are free there; containers often have 64 MB in total. */
export function memoryHasRoom(gigabytes: number): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= gigabytes * 1024 ** 3
}

const SHARED_GIGABYTES = 1 / 16

/**
 * How PostgreSQL shares memory between its processes: in the system's shared memory, or in a file
 * if that is missing, read-only or tiny, as in some containers.
 */
export function sharedMemoryType(): 'posix' | 'mmap' {
  if (process.platform !== 'linux') return 'posix'
  try {
    accessSync(memory, constants.W_OK)
    return memoryHasRoom(SHARED_GIGABYTES) ? 'posix' : 'mmap'
  } catch {
    return 'mmap'
  }
}
