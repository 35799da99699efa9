import { type RawBuilder, sql } from 'kysely'

/** SQL: whether this entry had an offer that its shopper let expire or left. */
export function isUnusedOffer(entry: 'w' | 'e'): RawBuilder<boolean> {
  const [status, offeredAt] = [sql.ref(`${entry}.status`), sql.ref(`${entry}.offered_at`)]
  return sql<boolean>`(${status} = 'expired' or (${status} = 'left' and ${offeredAt} is not null))`
}
