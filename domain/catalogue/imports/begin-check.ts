import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ListingImportId } from '#db/ids.ts'
import type { GivenCells } from '#db/import-rows.ts'
import { enqueue } from '#db/jobs.ts'
import { type NamingProblem, placeOfPhoto, rowsBySku } from './photo-names.ts'
import { skuIn } from './read-import.ts'

type Rows = readonly { readonly rowNo: number; readonly given: GivenCells }[]

/** Part of starting an import and of choosing its columns. */
export async function insertRows(tx: Tx, importId: ListingImportId, rows: Rows): Promise<void> {
  const list = JSON.stringify(rows.map(({ rowNo, given }) => ({ row_no: rowNo, given })))
  await sql`insert into listing_import_rows (import_id, row_no, given)
    select ${importId}, r.row_no, r.given
    from jsonb_to_recordset(${list}::jsonb) r (row_no integer, given jsonb)`.execute(tx)
}

/**
 * Part of the same: gives an import whose rows are known to the job that checks it. Each photo belongs
 * to the row with its SKU; of two for one place, the first one counts.
 */
export async function beginCheck(tx: Tx, importId: ListingImportId, rows: Rows): Promise<void> {
  // Ids are in the order in which the files came.
  const photos = await tx
    .selectFrom('listing_import_photos')
    .select(['id', 'file_name'])
    .where('import_id', '=', importId)
    .where('source_hash', '<>', '')
    .orderBy('id')
    .execute()
  const bySku = rowsBySku(rows.map(({ rowNo, given }) => ({ rowNo, sku: skuIn(given) })))
  const taken = new Set<string>()
  const placed = photos.map(({ id, file_name }) => {
    const place = placeOfPhoto(file_name, bySku)
    if (typeof place === 'string') return { id, problem: place satisfies NamingProblem }
    const key = `${place.rowNo} ${place.place}`
    if (taken.has(key)) return { id, problem: 'same-place' }
    taken.add(key)
    return { id, row_no: place.rowNo, place: place.place }
  })
  await sql`update listing_import_photos p
    set row_no = f.row_no, place = f.place, problem = coalesce(f.problem, p.problem)
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
      f (id uuid, row_no integer, place smallint, problem text)
    where p.id = f.id`.execute(tx)
  await enqueue(tx, 'check-import', { importId }, { key: `check-import:${importId}` })
}
