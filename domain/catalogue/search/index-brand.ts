import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { BrandId, ItemId } from '#db/ids.ts'

const BATCH_SIZE = 200

/** The job that updates the documents of a brand's items after the brand was changed. */
export async function indexBrand(db: Db, brandId: BrandId): Promise<void> {
  for (let after: ItemId | null = null, isFirst = true; isFirst || after; isFirst = false)
    after = await indexSome(db, brandId, after)
}

/** Updates the next batch. Returns its last item; null when there are none left. */
async function indexSome(db: Db, brandId: BrandId, after: ItemId | null): Promise<ItemId | null> {
  return inTransaction(db, async (tx) => {
    let items = tx
      .selectFrom('clothing_items')
      .select('id')
      .where('brand_id', '=', brandId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(BATCH_SIZE)
      // Waits for concurrent edits and blocks new ones, so that old words never overwrite new.
      .forShare()
    if (after) items = items.where('id', '>', after)
    const ids = (await items.execute()).map(({ id }) => id)
    if (ids.length > 0)
      await tx
        .updateTable('item_search as s')
        .from('clothing_items as i')
        .set({ doc: sql<string>`search_document(i)` })
        .whereRef('i.id', '=', 's.item_id')
        .where('i.id', 'in', ids)
        .execute()
    return ids.at(-1) ?? null
  })
}
