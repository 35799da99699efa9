import { sql } from 'kysely'
import { type Db, inTransaction, violatedConstraint } from '#db/connection.ts'
import type { ListingImportId } from '#db/ids.ts'
import type { GivenCells } from '#db/import-rows.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { decideRow } from './decide-row.ts'
import { type ImportRules, TYPED_PRICE } from './import-rules.ts'
import { readRows } from './read-import.ts'
import { rowCounts, writeOutcomes } from './row-outcomes.ts'

export type CorrectionProblem =
  | { readonly reason: 'import-not-found' }
  /** It was confirmed or discarded, or is still being checked. */
  | { readonly reason: 'not-checked' }
  /** There is no such row, or it is no longer refused. */
  | { readonly reason: 'not-refused' }
  | { readonly reason: 'too-large' }

type Correction = {
  readonly importId: ListingImportId
  readonly rowNo: number
  /** By names of columns, which the file need not have; other cells of the row stay. */
  readonly cells: GivenCells
}

/**
 * Stores other cells of a refused row and decides about it again. The value says whether the row is
 * still refused.
 */
export async function correctRow(
  db: Db,
  rules: ImportRules,
  owner: ClosetOwner,
  { importId, rowNo, cells }: Correction,
): Promise<Outcome<{ readonly isRefused: boolean }, CorrectionProblem>> {
  try {
    return await inTransaction<Outcome<{ readonly isRefused: boolean }, CorrectionProblem>>(
      db,
      async (tx) => {
        const found = await tx
          .selectFrom('listing_imports')
          .select(['status', 'columns'])
          .where('id', '=', importId)
          .where('owner_id', '=', owner.id)
          .forUpdate()
          .executeTakeFirst()
        if (!found) return refused({ reason: 'import-not-found' })
        if (found.status !== 'checked') return refused({ reason: 'not-checked' })
        const before = await tx
          .selectFrom('listing_import_rows')
          .select('given')
          .where('import_id', '=', importId)
          .where('row_no', '=', rowNo)
          .where('outcome', '=', 'refused')
          .executeTakeFirst()
        if (!before) return refused({ reason: 'not-refused' })
        const given = corrected(before.given, cells)
        await tx
          .updateTable('listing_import_rows')
          .set({ given: sql`${JSON.stringify(given)}::jsonb` })
          .where('import_id', '=', importId)
          .where('row_no', '=', rowNo)
          .execute()
        const written = (await readRows(tx, owner, importId, [{ rowNo, given }])).map((row) => {
          const decision = decideRow(row, rules)
          return {
            row_no: rowNo,
            outcome: decision.outcome,
            problems: decision.outcome === 'refused' ? decision.problems : null,
            item_id: row.known?.id ?? null,
          }
        })
        await writeOutcomes(tx, importId, written)
        await tx
          .updateTable('listing_imports')
          .set({ ...rowCounts, columns: [...new Set([...found.columns, ...Object.keys(cells)])] })
          .where('id', '=', importId)
          .execute()
        return done({ isRefused: written.some(({ outcome }) => outcome === 'refused') })
      },
    )
  } catch (error) {
    if (!TOO_LARGE.has(violatedConstraint(error))) throw error
    return refused({ reason: 'too-large' })
  }
}

/** Another price than that of the file is no longer the file's. */
function corrected(before: GivenCells, cells: GivenCells): GivenCells {
  const { [TYPED_PRICE]: typed, ...given } = { ...before, ...cells }
  const isSame = typed !== undefined && given.price === before.price
  return isSame ? { ...given, [TYPED_PRICE]: typed } : given
}

const TOO_LARGE: ReadonlySet<string | undefined> = new Set([
  'listing_import_has_at_most_16_mb',
  'closet_keeps_at_most_100_mb_of_listing_imports',
])
