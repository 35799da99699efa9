import type { DbOrTx } from '#db/connection.ts'

/** A query that runs again only for another version; without a version (null) it always runs. */
export type ReadPerVersion<T> = (db: DbOrTx, version: string | null) => Promise<T>

/**
 * Caches the last result until the version changes. Callers read the version from the database
 * first, so the result is never older than their version.
 * @param read its result must change only together with the version, and is never mutated
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
