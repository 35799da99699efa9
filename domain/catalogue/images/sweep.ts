import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ImageUse } from '#db/enums.ts'
import type { ImageId } from '#db/ids.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import { privateFolder, removeImage } from '#gateways/images/renditions.ts'
import { isPrivateUse } from './private-uses.ts'

const DAY_MS = 86_400_000
const BATCH_SIZE = 100

/**
 * Deletes images that nothing has shown for a day after their upload, and at once those that a
 * listing import has released. Each one is marked first, so
 * that it can no longer be attached, then its files are deleted, then its row: a crash in between
 * leaves the mark, and the next run finishes.
 */
export async function sweepImages(db: Db, store: ImageStore, now: Date): Promise<number> {
  let swept = 0
  for (;;) {
    const ids = await markUnattached(db, now)
    for (const { id, use } of ids) {
      await removeImage(store, isPrivateUse(use) ? privateFolder(id) : id)
      await db.deleteFrom('images').where('id', '=', id).execute()
    }
    swept += ids.length
    if (ids.length < BATCH_SIZE) return swept
  }
}

async function markUnattached(db: Db, now: Date): Promise<{ id: ImageId; use: ImageUse }[]> {
  return await db
    .updateTable('images')
    .set({ removed_at: sql`coalesce(removed_at, ${now})` })
    .where((unattached) =>
      inBatch(
        'id',
        unattached
          .selectFrom('images as own')
          .select('own.id')
          .where('own.attached_at', 'is', null)
          .where((where) =>
            where.or([
              where('own.created_at', '<', new Date(now.getTime() - DAY_MS)),
              where.and([
                where('own.of_import', '=', true),
                // The import refers to it once it is attached for the first time.
                sql<boolean>`exists (select from listing_import_photos where image_id = own.id)`,
              ]),
            ]),
          )
          .where(
            sql<boolean>`not exists (select from clothing_items where image_id = own.id)
            and not exists (select from item_photos where image_id = own.id)
            and not exists (select from brands where logo_image_id = own.id)`,
          )
          .orderBy('own.created_at')
          .limit(BATCH_SIZE)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning(['id', 'use'])
    .execute()
}
