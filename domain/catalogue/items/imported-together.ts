import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId, ListingImportId, PersonId } from '#db/ids.ts'

/** An import of which several items wait for review. */
export type ImportedTogether = {
  readonly importId: ListingImportId
  /** How many of its items wait. */
  readonly waiting: number
}

/** SQL: the items `i` that an import added. */
export function isOfImport(importId: ListingImportId): RawBuilder<boolean> {
  return sql`i.id in (select r.item_id from listing_import_rows r
    where r.import_id = ${importId} and r.outcome = 'added')`
}

/**
 * Of these items, those of which others from the same import satisfy `isWaiting` too, by id. Only
 * the imports that ran when the items were added are searched.
 */
export async function importedTogether(
  db: DbOrTx,
  items: readonly { readonly id: ItemId; readonly owner: { readonly id: PersonId } }[],
  isWaiting: RawBuilder<boolean>,
): Promise<ReadonlyMap<ItemId, ImportedTogether>> {
  const itemIds = items.map(({ id }) => id)
  const ownerIds = [...new Set(items.map(({ owner }) => owner.id))]
  const rows = await db
    .selectFrom('listing_imports as m')
    .innerJoin('listing_import_rows as r', 'r.import_id', 'm.id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select(['m.id as importId', sql<number>`count(*)::int`.as('waiting')])
    .select(
      sql<ItemId[]>`array_agg(i.id) filter (where i.id = any(${itemIds}::uuid[]))`.as('shown'),
    )
    .where('m.owner_id', 'in', ownerIds)
    .where(sql<boolean>`exists (select from clothing_items s
      where s.id = any(${itemIds}::uuid[]) and s.business_id = m.owner_id
        and s.created_at between m.made_at and coalesce(m.done_at, 'infinity'))`)
    .where('r.outcome', '=', 'added')
    .where('i.deleted_at', 'is', null)
    .where(isWaiting)
    .groupBy('m.id')
    .having(sql<boolean>`count(*) > 1`)
    .execute()
  return new Map(
    rows.flatMap(({ importId, waiting, shown }) =>
      (shown ?? []).map((id) => [id, { importId, waiting }] as const),
    ),
  )
}
