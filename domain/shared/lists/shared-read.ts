/** How long a result may be shared between people who have changed nothing. */
export const SHARED_MS = 2_000

const MAX_ENTRIES = 200
const MAX_BYTES = 4 * 1024 * 1024
/** The overhead of a cache entry besides its texts. */
const ENTRY_BYTES = 512

type Entry<T> = {
  readonly until: number
  readonly result: Promise<T>
  bytes: number
}

export type SharedRead<T> = {
  /**
   * The result of `read` for this key within the last two seconds, or a new one.
   * @param key everything that the result depends on besides the database
   * @param isNew always reads, for people who must see what they have just changed
   * @param read its result is shared, so it must not be mutated
   */
  readonly get: (key: string, isNew: boolean, read: () => Promise<T>) => Promise<T>
  /** The cached result that `get` would return without reading, if any. */
  readonly peek: (key: string) => Promise<T> | null
}

/**
 * A cache for lists that are the same for many people: each process reads them at most every two
 * seconds. It is limited in entries and bytes, and evicts the oldest first.
 * @param sharedMs 0 reads every time
 * @param now a monotonic clock in milliseconds
 */
export function createSharedRead<T>(
  now: () => number,
  { sharedMs = SHARED_MS, maxEntries = MAX_ENTRIES, maxBytes = MAX_BYTES } = {},
): SharedRead<T> {
  const entries = new Map<string, Entry<T>>()
  let bytes = 0

  function forget(key: string) {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  function makeRoom() {
    for (const [key, { until }] of entries) {
      if (until > now() && bytes <= maxBytes && entries.size <= maxEntries) return
      forget(key)
    }
  }

  function keep(key: string, result: Promise<T>) {
    const entry: Entry<T> = { until: now() + sharedMs, result, bytes: ENTRY_BYTES + 2 * key.length }
    forget(key)
    entries.set(key, entry)
    bytes += entry.bytes
    makeRoom()
    const isStillThere = () => entries.get(key) === entry
    result.then(
      (value) => {
        if (!isStillThere()) return
        const more = 2 * (JSON.stringify(value) ?? '').length
        entry.bytes += more
        bytes += more
        makeRoom()
      },
      () => {
        if (isStillThere()) forget(key)
      },
    )
  }

  function peek(key: string) {
    const entry = entries.get(key)
    return entry && entry.until > now() ? entry.result : null
  }

  return {
    peek,
    get: (key, isNew, read) => {
      const known = isNew ? null : peek(key)
      if (known) return known
      const result = read()
      if (sharedMs > 0) keep(key, result)
      return result
    },
  }
}
