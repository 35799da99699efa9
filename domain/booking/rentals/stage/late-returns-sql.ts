import { type RawBuilder, sql } from 'kysely'

/** SQL: the rental with this alias was delivered and not yet recorded as returned. */
export function isOut(alias: string): RawBuilder<boolean> {
  const r = sql.id(alias)
  return sql<boolean>`(${r}.status = 'delivered' and ${r}.return_status <> 'returned')`
}
