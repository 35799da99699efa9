import { type Expression, type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { isPublic } from '#domain/catalogue/items/items.ts'
import { searchedColumns } from './conditions.ts'

// SQL for the items that the index of documents finds.

/** The first `max + 1` items that the index of documents finds; null finds all items. */
export function foundBy(
  db: DbOrTx,
  document: RawBuilder<unknown> | null,
  max: number,
): Expression<{ id: ItemId }> {
  return document
    ? db
        .selectNoFrom(sql<string>`items_with_document(${document}, ${sql.lit(max + 1)})`.as('id'))
        .$castTo<{ id: ItemId }>()
    : db
        .selectFrom('clothing_items as i')
        .select('i.id')
        .where(isPublic)
        .limit(max + 1)
}

/**
 * The price as a sort key: negated, as in the index `public_items_by_price`, so that the cheapest
 * comes first. A column of every ordered subquery, because with an expression in the outer
 * statement, PostgreSQL would sort all rows again.
 */
export const priceKey = sql<number>`-i.credits_per_day`.as('price_key')

export type Candidates = ReturnType<typeof candidatesBy>

/**
 * The public items among those of a CTE `found`, read in one go: a plain join could start by
 * reading all items.
 */
export function candidatesBy(db: DbOrTx, rank: RawBuilder<number> | null) {
  return db
    .selectFrom('clothing_items as i')
    .select([...searchedColumns, priceKey])
    .select((rank ?? sql<number>`0::real`).as('rank'))
    .where(sql<boolean>`i.id = any(array(select id from found))`)
    .where(isPublic)
}
