import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ListingImportId, PersonId } from '#db/ids.ts'
import { findItemsBySku, hasNoRoomFor, type KnownItem } from '#domain/catalogue/items/items.ts'
import { cleanSku } from '#domain/catalogue/items/listing/item-sku.ts'
import { asClosetOwner, type ClosetOwner, personOf } from '#domain/shared/actors.ts'
import { readPlatformSettings } from '#domain/site/settings/settings.ts'
import type { RowPhoto, RowToDecide } from './decide-row.ts'

/** The closet of an import; null if it can no longer list items. */
export async function closetOf(db: DbOrTx, ownerId: PersonId): Promise<ClosetOwner | null> {
  const row = await db
    .selectFrom('user_profiles')
    .select(['id', 'full_name', 'email', 'email_verified', 'account_type', 'business_status'])
    .where('id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return asClosetOwner(personOf(row))
}

type ImportRow = {
  readonly rowNo: number
  readonly given: RowToDecide['given']
}

/** The SKU of a row, as the item's form reads it. */
export const skuIn = (given: RowToDecide['given']) => cleanSku(given.sku ?? '')

/** Reads everything needed to decide about these rows. */
export async function readRows(
  db: DbOrTx,
  owner: ClosetOwner,
  importId: ListingImportId,
  rows: readonly ImportRow[],
): Promise<readonly (RowToDecide & { readonly rowNo: number })[]> {
  const known = await findItemsBySku(
    db,
    owner,
    rows.map(({ given }) => skuIn(given)),
  )
  const photos = await photosOf(
    db,
    importId,
    rows.map(({ rowNo }) => rowNo),
  )
  const { userToUserEnabled: mayAdd } = await readPlatformSettings(db)
  const isFull = await hasNoRoomFor(db, owner, rows.length)
  const firstRows = await firstRowsBySku(db, importId)
  return rows.map(({ rowNo, given }) => {
    const sku = skuIn(given)
    const item: KnownItem | null = known.get(sku) ?? null
    const isTwice = (firstRows.get(sku) ?? rowNo) < rowNo
    const shown = photos.get(rowNo) ?? []
    return { rowNo, given, known: item, photos: shown, isTwice, mayAdd, isFull }
  })
}

async function photosOf(
  db: DbOrTx,
  importId: ListingImportId,
  rowNos: readonly number[],
): Promise<ReadonlyMap<number, readonly RowPhoto[]>> {
  const rows = await db
    .selectFrom('listing_import_photos')
    .select(['row_no', 'place', 'file_name', 'source_hash', 'image_id', 'problem'])
    .where('import_id', '=', importId)
    .where('row_no', 'in', rowNos)
    .orderBy('row_no')
    .orderBy('place')
    .execute()
  const photos = new Map<number, RowPhoto[]>()
  for (const { row_no, place, file_name, source_hash, image_id, problem } of rows) {
    if (row_no === null || place === null) continue
    const photo = { place, fileName: file_name, hash: source_hash, imageId: image_id, problem }
    photos.set(row_no, [...(photos.get(row_no) ?? []), photo])
  }
  return photos
}

async function firstRowsBySku(
  db: DbOrTx,
  importId: ListingImportId,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('listing_import_rows')
    .select(['row_no', sql<string | null>`given ->> 'sku'`.as('sku')])
    .where('import_id', '=', importId)
    .orderBy('row_no', 'desc')
    .execute()
  return new Map(
    rows.flatMap(({ row_no, sku }) => {
      const name = cleanSku(sku ?? '')
      return name === '' ? [] : [[name, row_no] as const]
    }),
  )
}
