import { type Db, inTransaction } from '#db/connection.ts'
import type { ListingImportId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { attachImages, storeImage } from '#domain/catalogue/images/images.ts'
import { findItemsBySku } from '#domain/catalogue/items/items.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import { decideRow } from './decide-row.ts'
import type { ImportRules } from './import-rules.ts'
import { closetOf, readRows, skuIn } from './read-import.ts'
import { rowCounts, writeOutcomes } from './row-outcomes.ts'
import { sentPhotoKey } from './sent-photos.ts'

/** A photo takes up to a second, so photos are read in batches to let other jobs run. */
const PHOTOS_PER_BATCH = 10
const ROWS_PER_BATCH = 200

type Parts = {
  readonly db: Db
  readonly images: ImageStore
  readonly rules: ImportRules
}

/**
 * A job that checks a file of listings: reads its photos in batches, then decides about each row.
 * It changes no items. A repeated run continues where the last one stopped.
 */
export async function checkImport(
  { db, images, rules }: Parts,
  importId: ListingImportId,
  now: Date,
): Promise<void> {
  const found = await db
    .selectFrom('listing_imports')
    .select('owner_id')
    .where('id', '=', importId)
    .where('status', '=', 'checking')
    .executeTakeFirst()
  const owner = found && (await closetOf(db, found.owner_id))
  // Without a closet, the import stays until it is removed with the account or by age.
  if (!owner) return
  if (await readSomePhotos({ db, images }, owner, importId, now)) {
    await inTransaction(db, (tx) =>
      enqueue(tx, 'check-import', { importId }, { key: `check-import:${importId}` }),
    )
    return
  }
  while (await checkSomeRows({ db, rules }, owner, importId)) {
    // Each round checks one batch of rows.
  }
  await db
    .updateTable('listing_imports')
    .set({ ...rowCounts, status: 'checked' })
    .where('id', '=', importId)
    .where('status', '=', 'checking')
    .execute()
}

/** False when none is left. A photo that the item already has is not read again. */
async function readSomePhotos(
  { db, images }: Pick<Parts, 'db' | 'images'>,
  owner: ClosetOwner,
  importId: ListingImportId,
  now: Date,
): Promise<boolean> {
  const photos = await db
    .selectFrom('listing_import_photos as p')
    .leftJoin('listing_import_rows as r', (join) =>
      join.onRef('r.import_id', '=', 'p.import_id').onRef('r.row_no', '=', 'p.row_no'),
    )
    .select(['p.id', 'r.given', 'p.source_hash'])
    .where('p.import_id', '=', importId)
    .where('p.read_at', 'is', null)
    .orderBy('p.row_no')
    .orderBy('p.place')
    .limit(PHOTOS_PER_BATCH)
    .execute()
  const known = await findItemsBySku(
    db,
    owner,
    photos.map(({ given }) => skuIn(given ?? {})),
  )
  for (const photo of photos) {
    const key = sentPhotoKey(photo.id)
    const shown = known.get(skuIn(photo.given ?? {}))?.photos ?? []
    const isNeeded = photo.given !== null && !shown.some(({ hash }) => hash === photo.source_hash)
    const file = isNeeded ? await images.get(key) : null
    const stored = file && (await storeWaiting({ db, images }, owner, file.bytes, now))
    await inTransaction(db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('listing_import_photos')
        .set({
          read_at: now,
          ...(stored?.ok && { image_id: stored.value }),
          ...(stored && !stored.ok && { problem: stored.problem.reason }),
        })
        .where('id', '=', photo.id)
        .where('read_at', 'is', null)
        .executeTakeFirstOrThrow()
      // Attached to the import; otherwise it would be deleted after a day.
      if (stored?.ok && numUpdatedRows > 0n)
        await attachImages(tx, owner, [stored.value], 'item', now)
    })
    await images.delete(key)
  }
  return photos.length > 0
}

function storeWaiting(
  { db, images }: Pick<Parts, 'db' | 'images'>,
  owner: ClosetOwner,
  bytes: Uint8Array,
  now: Date,
) {
  return storeImage(db, images, owner, [bytes], 'item', now, { isOfImport: true })
}

async function checkSomeRows(
  { db, rules }: Pick<Parts, 'db' | 'rules'>,
  owner: ClosetOwner,
  importId: ListingImportId,
): Promise<boolean> {
  const rows = await db
    .selectFrom('listing_import_rows')
    .select(['row_no as rowNo', 'given'])
    .where('import_id', '=', importId)
    .where('outcome', 'is', null)
    .orderBy('row_no')
    .limit(ROWS_PER_BATCH)
    .execute()
  if (rows.length === 0) return false
  const decided = (await readRows(db, owner, importId, rows)).map((row) => {
    const decision = decideRow(row, rules)
    return {
      row_no: row.rowNo,
      outcome: decision.outcome,
      problems: decision.outcome === 'refused' ? decision.problems : null,
      item_id: row.known?.id ?? null,
    }
  })
  await writeOutcomes(db, importId, decided)
  return true
}
