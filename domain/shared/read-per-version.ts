import type { DbOrTx } from '#db/connection.ts'

/** A query that runs again only for another version; without a version (null) it always runs. */
export type ReadPerVersion<T> = (db: DbOrTx, version: string | null) => Promise<T>

/**
 * Remembers what was read last, until the version changes. Whoever has a version read it from the
 * database first, so that what they get is never older than it.
 * @param read what changes only together with the version; nobody changes its result
 */
export function readPerVersion<T>(read: (db: DbOrTx) => Promise<T>): ReadPerVersion<T> {
  let last: { readonly version: string; readonly result: T } | null = null
  return async (db, version) => {
    if (version !== null && last?.version === version) return last.result
    const result = await read(db)
    if (version !== null) last = { version, result }
    return result
  }
}
