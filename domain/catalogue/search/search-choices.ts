import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { BrandId } from '#db/ids.ts'
import { brandNames } from '#domain/catalogue/brands/brands.ts'
import { NO_LOCATION } from '#domain/catalogue/items/fields/item-words.ts'
import { MAX_COUNTED } from '#domain/shared/lists/page.ts'

/** The facet values to choose from besides the closed lists. */
export type SearchChoices = {
  /** Active brands by name. */
  readonly brands: readonly { readonly id: BrandId; readonly name: string }[]
  /** 'Austin, TX', alphabetically: every city with a public item. */
  readonly cities: readonly string[]
}

/** At most 1,000 of each. */
export async function searchChoices(db: DbOrTx): Promise<SearchChoices> {
  const [brands, cities] = await Promise.all([brandNames(db), citiesWithItems(db)])
  return { brands, cities }
}

async function citiesWithItems(db: DbOrTx): Promise<string[]> {
  const rows = await db
    .selectFrom('listed_count_deltas')
    .select('value')
    .where('kind', '=', 'location')
    .where('value', '<>', NO_LOCATION)
    .groupBy('value')
    .having(sql<boolean>`sum(delta) > 0`)
    .orderBy('value', (order) => order.collate('C'))
    .limit(MAX_COUNTED)
    .execute()
  return rows.map(({ value }) => value)
}
