import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { BrandId } from '#db/ids.ts'

/** The values that a carousel can be filtered by, besides 'all'. */
export type CarouselChoices = {
  readonly brands: readonly { readonly id: BrandId; readonly name: string }[]
  readonly occasions: readonly string[]
  readonly styles: readonly string[]
}

const MAX_BRANDS = 500
const MAX_WORDS = 100

/**
 * The active brands by name, at most 500, and the occasions and styles of items, at most 100 of
 * each (spec 13.1: brands where active, occasion and style where not null).
 */
export async function carouselChoices(db: DbOrTx): Promise<CarouselChoices> {
  const [brands, occasions, styles] = await Promise.all([
    db
      .selectFrom('brands')
      .select(['id', 'name'])
      .where('is_active', '=', true)
      .orderBy('name', (order) => order.collate('C'))
      .orderBy('id')
      .limit(MAX_BRANDS)
      .execute(),
    wordsOf(db, 'occasion'),
    wordsOf(db, 'style'),
  ])
  return { brands, occasions, styles }
}

/** Reads one index entry per distinct value, however many items have it. */
async function wordsOf(db: DbOrTx, column: 'occasion' | 'style'): Promise<string[]> {
  const word = sql`${sql.ref(column)} collate "C"`
  const { rows } = await sql<{ word: string }>`
    with recursive words as (
      (select ${word} as word, 1 as place from clothing_items where deleted_at is null
        order by 1 limit 1)
      union all
      select (select ${word} from clothing_items
        where deleted_at is null and ${word} > words.word order by 1 limit 1), place + 1
      from words where words.word is not null and place < ${sql.lit(MAX_WORDS)}
    )
    select word from words where word is not null order by place`.execute(db)
  return rows.map((row) => row.word)
}
