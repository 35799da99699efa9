import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ImportOutcome } from '#db/enums.ts'
import type { ItemId, ListingImportId } from '#db/ids.ts'
import type { CellProblem } from '#db/import-rows.ts'

export type WrittenRow = {
  readonly row_no: number
  readonly outcome: ImportOutcome
  readonly problems: readonly CellProblem[] | null
  readonly item_id: ItemId | null
}

/** Stores the outcomes of some rows of an import, planned or done. */
export async function writeOutcomes(
  db: DbOrTx,
  importId: ListingImportId,
  rows: readonly WrittenRow[],
): Promise<void> {
  await sql`update listing_import_rows r
    set outcome = w.outcome, problems = nullif(w.problems, 'null'::jsonb), item_id = w.item_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      w (row_no integer, outcome text, problems jsonb, item_id uuid)
    where r.import_id = ${importId} and r.row_no = w.row_no`.execute(db)
}

/** Sets the counts of an import to those of its rows. */
export const rowCounts = {
  created: sql<number>`(select count(*) from listing_import_rows r
    where r.import_id = listing_imports.id and r.outcome in ('add', 'added'))`,
  changed: sql<number>`(select count(*) from listing_import_rows r
    where r.import_id = listing_imports.id and r.outcome in ('change', 'changed'))`,
  refused: sql<number>`(select count(*) from listing_import_rows r
    where r.import_id = listing_imports.id and r.outcome = 'refused')`,
}
