import { withTimeout } from '#server/jobs/with-timeout.ts'
import type { Elapsed } from '#server/jobs/worker-heartbeat.ts'

type NoteError = (error: unknown) => void

/**
 * Reads on request and shares the reading between concurrent callers. Each waits for at most
 * `seconds`, and gets null after an error or a timeout. A slow reading goes on, and the next caller
 * waits for it: there is never a second one at the same time.
 */
export function shareReading<T>(
  read: () => Promise<T>,
  { seconds, noteError }: { readonly seconds: number; readonly noteError: NoteError },
): () => Promise<T | null> {
  let underway: Promise<T | null> | null = null
  return async () => {
    underway ??= read()
      .catch((error: unknown) => {
        noteError(error)
        return null
      })
      .finally(() => {
        underway = null
      })
    return await withTimeout(seconds, underway)
  }
}

export type Dated<T> = { readonly value: T; readonly at: Date }

/**
 * The result of the last successful reading; null before it. Asking never waits: it starts another
 * reading in the background if the last one ended, or failed, at least `everyMs` ago.
 */
export function readInBackground<T>(
  read: () => Promise<T>,
  {
    everyMs,
    elapsed,
    clock,
    noteError,
  }: {
    readonly everyMs: number
    readonly elapsed: Elapsed
    readonly clock: () => Date
    readonly noteError: NoteError
  },
): () => Dated<T> | null {
  let latest: Dated<T> | null = null
  let endedAt = Number.NEGATIVE_INFINITY
  let isReading = false
  const readAgain = async () => {
    isReading = true
    try {
      latest = { value: await read(), at: clock() }
    } catch (error) {
      noteError(error)
    }
    isReading = false
    endedAt = elapsed()
  }
  return () => {
    if (!isReading && elapsed() - endedAt >= everyMs) void readAgain()
    return latest
  }
}
