import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_SAVED_SEARCHES } from './saved-limits.ts'

/** A search about whose new items its shopper gets an email (spec 3.6). */
export type SavedSearch = {
  /** Identifies it among those of its shopper: 1 to `MAX_SAVED_SEARCHES`. */
  readonly position: number
  /** Its canonical address after the '?'; never ''. */
  readonly query: string
  /** The same in words. */
  readonly name: string
  readonly createdAt: Date
}

export async function savedSearchesOf(db: DbOrTx, shopper: Shopper): Promise<SavedSearch[]> {
  return await db
    .selectFrom('saved_searches')
    .select(['position', 'query', 'name', 'created_at as createdAt'])
    .where('user_id', '=', shopper.id)
    .orderBy('created_at', 'desc')
    .orderBy('position')
    .execute()
}

/** Saves a search; saving it again changes nothing. */
export async function saveSearch(
  db: Db,
  shopper: Shopper,
  { query, name }: Pick<SavedSearch, 'query' | 'name'>,
  now: Date,
): Promise<Outcome<null, { readonly reason: 'too-many' }>> {
  return await inTransaction<Outcome<null, { readonly reason: 'too-many' }>>(db, async (tx) => {
    // Two of them may not take one position.
    await sql`select from user_profiles where id = ${shopper.id} for no key update`.execute(tx)
    const saved = await savedSearchesOf(tx, shopper)
    if (saved.some((one) => one.query === query)) return done(null)
    const taken = new Set(saved.map(({ position }) => position))
    const all = Array.from({ length: MAX_SAVED_SEARCHES }, (_, index) => index + 1)
    const position = all.find((one) => !taken.has(one))
    if (!position) return refused({ reason: 'too-many' })
    await tx
      .insertInto('saved_searches')
      .values({ user_id: shopper.id, position, query, name, created_at: now, checked_at: now })
      .execute()
    return done(null)
  })
}

export async function removeSavedSearch(
  db: DbOrTx,
  shopper: Shopper,
  query: string,
): Promise<void> {
  await db
    .deleteFrom('saved_searches')
    .where('user_id', '=', shopper.id)
    .where('query', '=', query)
    .execute()
}

/** Part of closing an account. */
export async function removeSavedSearchesOf(tx: Tx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('saved_searches').where('user_id', '=', personId).execute()
}
