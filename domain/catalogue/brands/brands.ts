import type { DbOrTx, Tx } from '#db/connection.ts'
import type { BrandId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { releaseImage } from '#domain/catalogue/images/images.ts'
import { MAX_COUNTED } from '#domain/shared/lists/page.ts'

/** A brand as visitors see it. */
export type Brand = {
  readonly id: BrandId
  readonly name: string
  readonly logoUrl: string | null
  readonly dealDetails: string | null
}

/** Active brands by name, at most `max`. */
export async function activeBrands(db: DbOrTx, max: number): Promise<Brand[]> {
  return db
    .selectFrom('brands')
    .select(['id', 'name', 'logo_url as logoUrl', 'deal_details as dealDetails'])
    .where('is_active', '=', true)
    .orderBy('name', (order) => order.collate('C'))
    .orderBy('id')
    .limit(max)
    .execute()
}

/** An active brand with its description; null when there is none. */
export async function findActiveBrand(
  db: DbOrTx,
  id: BrandId,
): Promise<(Brand & { readonly description: string | null }) | null> {
  const brand = await db
    .selectFrom('brands')
    .select(['id', 'name', 'logo_url as logoUrl', 'deal_details as dealDetails', 'description'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return brand ?? null
}

/** The brands offered in a form or a search, by name, at most 1,000. */
export async function brandNames(db: DbOrTx): Promise<{ id: BrandId; name: string }[]> {
  return db
    .selectFrom('brands')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .orderBy('name', (order) => order.collate('C'))
    .orderBy('id')
    .limit(MAX_COUNTED)
    .execute()
}

/** Part of deleting a brand: the row, and with it the logo. Items that still have the brand lose it. */
export async function removeBrand(tx: Tx, brandId: BrandId): Promise<void> {
  const removed = await tx
    .deleteFrom('brands')
    .where('id', '=', brandId)
    .returning('logo_image_id')
    .executeTakeFirst()
  if (removed?.logo_image_id) await releaseImage(tx, removed.logo_image_id)
}

/** Queues the job for the next items of a brand that is being deleted. */
export async function queueDeletion(tx: Tx, brandId: BrandId): Promise<void> {
  await enqueue(tx, 'delete-brand', { brandId }, { key: `delete-brand:${brandId}` })
}
