import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { ListingImportId, PersonId } from '#db/ids.ts'
import { releaseImages } from '#domain/catalogue/images/images.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import {
  IMPORT_DAYS,
  MAX_CLOSET_IMPORT_BYTES,
  MAX_CLOSET_IMPORTS,
  MAX_IMPORT_BYTES,
} from './import-limits.ts'

const DAY_MS = 86_400_000
const BATCH_SIZE = 20

/** Part of ending imports: releases photos that no item uses, to be deleted later. */
export async function releaseUnusedPhotos(
  tx: Tx,
  importIds: readonly ListingImportId[],
): Promise<void> {
  await releaseImages(
    tx,
    sql`select p.image_id from listing_import_photos p
      where p.import_id = any(${importIds}::uuid[]) and p.image_id is not null
        and not exists (select from clothing_items i where i.image_id = p.image_id)
        and not exists (select from item_photos o where o.image_id = p.image_id)`,
  )
}

/** Part of discarding an import: a job removes the files of photos that were not read. */
export async function dropUnreadPhotos(tx: Tx, importId: ListingImportId): Promise<void> {
  await tx
    .updateTable('listing_import_photos')
    .set({ import_id: null, row_no: null, place: null, file_name: '' })
    .where('import_id', '=', importId)
    .where('read_at', 'is', null)
    .execute()
}

/** Removes imports with their rows; the job of `removeSentPhotos` removes the remaining photos. */
async function removeImports(tx: Tx, importIds: readonly ListingImportId[]): Promise<void> {
  if (importIds.length === 0) return
  await releaseUnusedPhotos(tx, importIds)
  await tx
    .updateTable('listing_import_photos')
    .set({ file_name: '' })
    .where('import_id', 'in', importIds)
    .execute()
  await tx.deleteFrom('listing_imports').where('id', 'in', importIds).execute()
}

/** Part of starting an import: removes the oldest ended ones, so that there is room for one more. */
export async function makeRoomForImport(tx: Tx, owner: ClosetOwner): Promise<void> {
  const own = await tx
    .selectFrom('listing_imports')
    .select(['id', 'bytes', 'done_at'])
    .where('owner_id', '=', owner.id)
    .orderBy('made_at')
    .orderBy('id')
    .execute()
  let number = own.length
  let size = own.reduce((sum, { bytes }) => sum + bytes, 0)
  const removed: ListingImportId[] = []
  for (const { id, bytes, done_at } of own) {
    if (number < MAX_CLOSET_IMPORTS && size + MAX_IMPORT_BYTES <= MAX_CLOSET_IMPORT_BYTES) break
    if (!done_at) continue
    removed.push(id)
    number -= 1
    size -= bytes
  }
  await removeImports(tx, removed)
}

/** Removes a batch of imports that are more than 90 days old. Returns how many. */
export async function removeOldImports(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const old = await tx
      .selectFrom('listing_imports')
      .select('id')
      .where('made_at', '<', new Date(now.getTime() - IMPORT_DAYS * DAY_MS))
      .orderBy('made_at')
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute()
    await removeImports(
      tx,
      old.map(({ id }) => id),
    )
    return old.length
  })
}

/** Part of closing an account. */
export async function removeImportsOf(tx: Tx, ownerId: PersonId): Promise<void> {
  const own = await tx
    .selectFrom('listing_imports')
    .select('id')
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .execute()
  await removeImports(
    tx,
    own.map(({ id }) => id),
  )
  await tx
    .updateTable('listing_import_photos')
    .set({ file_name: '' })
    .where('owner_id', '=', ownerId)
    .execute()
}
