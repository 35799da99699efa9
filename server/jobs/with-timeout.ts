import { setTimeout as pause } from 'node:timers/promises'

/** Waits for `work`, but not longer than this many seconds; null when it took longer. */
export async function withTimeout<T>(seconds: number, work: Promise<T>): Promise<T | null> {
  const over = new AbortController()
  const limit = pause(seconds * 1000, null, { ref: false, signal: over.signal }).catch(() => null)
  try {
    return await Promise.race([work, limit])
  } finally {
    over.abort()
  }
}
