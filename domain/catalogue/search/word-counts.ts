import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { ALL_ITEMS } from './plan.ts'

const SAMPLE = 20_000
/** The most words to correct others to. */
const MAX_SPELLINGS = 5_000

/**
 * The nightly job that counts how many items have each word and filter, to choose a plan, and each
 * word as it is spelled, to correct others: in a sample, scaled up to all items.
 */
export async function countWords(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Only one run at a time; searches can still read the counts.
    await sql`lock table search_word_counts in share row exclusive mode`.execute(tx)
    const items = await itemsIn(tx)
    const share = Math.min(1, SAMPLE / Math.max(1, items))
    const sample = `select doc from item_search tablesample system (${100 * share})`
    await tx.deleteFrom('search_word_counts').execute()
    await tx.insertInto('search_word_counts').values({ word: ALL_ITEMS, items }).execute()
    await sql`insert into search_word_counts (word, items)
      select word, round(ndoc / ${share}::float) from ts_stat(${sample}) where ndoc / ${share}::float >= 10
    `.execute(tx)
    await tx.deleteFrom('search_spellings').execute()
    const titles = `select to_tsvector('simple', search_text(concat_ws(' ', i.title, i.description)))
      from item_search s tablesample system (${100 * share}) join clothing_items i on i.id = s.item_id`
    await sql`insert into search_spellings (word, items)
      select word, ndoc from ts_stat(${titles}) where word ~ '^[a-z0-9]{3,30}$'
      order by ndoc desc, word limit ${MAX_SPELLINGS}`.execute(tx)
  })
}

/** The number of items: counted up to the sample size, otherwise from PostgreSQL's statistics. */
async function itemsIn(tx: Tx): Promise<number> {
  const { items } = await tx
    .selectNoFrom(
      sql<number>`(
        select (case when n < ${SAMPLE}::int then n else greatest(n, reltuples) end)::int
        from (select count(*) as n from (select from item_search limit ${SAMPLE}::int) i) counted,
          (select reltuples from pg_class where oid = 'item_search'::regclass) of_table
      )`.as('items'),
    )
    .executeTakeFirstOrThrow()
  return items
}
