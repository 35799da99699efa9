import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { BrandId } from '#db/ids.ts'
import { queueDeletion, removeBrand } from '#domain/catalogue/brands/brands.ts'

/** Items per transaction. */
const ITEMS_PER_BATCH = 500

/**
 * A job that removes a brand that is being deleted from the next batch of items, and queues itself
 * for the rest in the same transaction. With the last batch it deletes the brand.
 */
export async function deleteBrandInBatches(
  db: Db,
  brandId: BrandId,
  atOnce = ITEMS_PER_BATCH,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await isBeingDeleted(tx, brandId))) return
    // Locks the items before the brand, in the same order as editing an item does.
    const items = await lockNext(tx, brandId, atOnce)
    if (items.length > 0)
      await tx
        .updateTable('clothing_items')
        .set({ brand_id: null })
        .where('id', 'in', items)
        .execute()
    if (items.length === atOnce) await queueDeletion(tx, brandId)
    else await removeBrand(tx, brandId)
  })
}

/** Needs no lock: once a deletion is requested, it is never taken back. */
async function isBeingDeleted(tx: Tx, brandId: BrandId): Promise<boolean> {
  const brand = await tx
    .selectFrom('brands')
    .select('id')
    .where('id', '=', brandId)
    .where('deletion_requested_at', 'is not', null)
    .executeTakeFirst()
  return brand !== undefined
}

async function lockNext(tx: Tx, brandId: BrandId, atOnce: number) {
  const items = await tx
    .selectFrom('clothing_items')
    .select('id')
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .limit(atOnce)
    .forNoKeyUpdate()
    .execute()
  return items.map(({ id }) => id)
}

/** Queues the jobs of deletions that began over ten minutes ago, in case a job failed for good. */
export async function continueDeletions(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const open = await tx
      .selectFrom('brands')
      .select('id')
      .where('deletion_requested_at', '<', sql<Date>`now() - interval '10 minutes'`)
      .orderBy('deletion_requested_at')
      .limit(100)
      .execute()
    for (const { id } of open) await queueDeletion(tx, id)
  })
}
