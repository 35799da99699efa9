import { sql } from 'kysely'
import { compiledOnce } from '#db/compiled-once.ts'
import type { DbOrTx } from '#db/connection.ts'
import { type Reach, readReach } from './reach.ts'

/** Whom these items can reach, by their ids, in one statement. */
export async function reachesOf(
  db: DbOrTx,
  items: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, Reach>> {
  if (items.length === 0) return new Map()
  const rows = await reachRows(db, { ids: items.map(({ id }) => id) })
  return new Map(rows.map(({ id, reach }) => [id, readReach(reach)]))
}

const reachRows = compiledOnce((db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('clothing_items')
    .select(['id', 'reach'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`),
)
