import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ImageId } from '#db/ids.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import { hideImage, privateFolder, removeImage } from '#gateways/images/renditions.ts'
import { privateUses } from './private-uses.ts'

const BATCH_SIZE = 100

/**
 * Moves the files of private images that an earlier version stored at public addresses. A job; the
 * next run completes an interrupted one. Returns how many images it moved.
 */
export async function hideImages(db: Db, store: ImageStore): Promise<number> {
  let moved = 0
  for (;;) {
    const ids = await findImagesToHide(db)
    for (const id of ids) {
      await hideImage(store, id)
      const hidden = await db
        .updateTable('images')
        .set({ is_private: true })
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      // The image is being deleted, perhaps by a process that did not see the moved files.
      if (!hidden) await removeImage(store, privateFolder(id))
    }
    moved += ids.length
    if (ids.length < BATCH_SIZE) return moved
  }
}

async function findImagesToHide(db: Db): Promise<ImageId[]> {
  const uses = sql.join(privateUses.map((use) => sql.lit(use)))
  const rows = await db
    .selectFrom('images')
    .select('id')
    // Repeats the condition of the index.
    .where(sql<boolean>`not is_private and use in (${uses})`)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(sql.lit(BATCH_SIZE))
    .execute()
  return rows.map(({ id }) => id)
}
