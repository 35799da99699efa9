import { type Db, inTransaction, violatedConstraint } from '#db/connection.ts'
import type { ListingImportId } from '#db/ids.ts'
import type { FileColumn, GivenCells } from '#db/import-rows.ts'
import { knownSkus } from '#domain/catalogue/items/items.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { beginCheck, insertRows } from './begin-check.ts'
import { skuIn } from './read-import.ts'

export type ChooseProblem =
  | { readonly reason: 'import-not-found' }
  /** Its columns have been chosen, or it was discarded. */
  | { readonly reason: 'not-mapping' }
  /** Another file of the closet. */
  | { readonly reason: 'being-checked' }
  | { readonly reason: 'too-large' }

export type ChosenColumns = {
  /** The columns of ours that the file has then, in its order. */
  readonly columns: readonly string[]
  /** Keys of the columns of the file that are read. */
  readonly read: readonly string[]
  /** A row by our columns. */
  readonly rowOf: (cells: GivenCells) => GivenCells
  /** Cells of new items whose row has none. */
  readonly defaults: GivenCells
}

/** The closet says what the columns of a file are; then a job checks its rows. */
export async function chooseColumns(
  db: Db,
  owner: ClosetOwner,
  importId: ListingImportId,
  { columns, read, rowOf, defaults }: ChosenColumns,
): Promise<Outcome<null, ChooseProblem>> {
  try {
    return await inTransaction<Outcome<null, ChooseProblem>>(db, async (tx) => {
      const found = await tx
        .selectFrom('listing_imports')
        .select(['status', 'file_columns'])
        .where('id', '=', importId)
        .where('owner_id', '=', owner.id)
        .forUpdate()
        .executeTakeFirst()
      if (!found) return refused({ reason: 'import-not-found' })
      if (found.status !== 'mapping') return refused({ reason: 'not-mapping' })
      const before = await tx
        .selectFrom('listing_import_rows')
        .select(['row_no as rowNo', 'given'])
        .where('import_id', '=', importId)
        .orderBy('row_no')
        .execute()
      const rows = before.map(({ rowNo, given }) => ({ rowNo, given: rowOf(given) }))
      const known = await knownSkus(
        tx,
        owner,
        rows.map(({ given }) => skuIn(given)),
      )
      const filled = rows.map(({ rowNo, given }) => ({
        rowNo,
        given: known.has(skuIn(given)) ? given : withDefaults(given, defaults),
      }))
      await tx
        .updateTable('listing_imports')
        .set({
          status: 'checking',
          columns: [...columns],
          ignored_columns: JSON.stringify(ignoredOf(found.file_columns, read)),
          // Counted again as the rows are stored.
          bytes: 0,
        })
        .where('id', '=', importId)
        .execute()
      await tx.deleteFrom('listing_import_rows').where('import_id', '=', importId).execute()
      await insertRows(tx, importId, filled)
      await beginCheck(tx, importId, filled)
      return done(null)
    })
  } catch (error) {
    const reason = REFUSALS.get(violatedConstraint(error))
    if (!reason) throw error
    return refused({ reason })
  }
}

const REFUSALS = new Map<string | undefined, 'being-checked' | 'too-large'>([
  ['one_listing_import_is_checked_at_a_time', 'being-checked'],
  ['listing_import_has_at_most_16_mb', 'too-large'],
  ['closet_keeps_at_most_100_mb_of_listing_imports', 'too-large'],
])

function withDefaults(given: GivenCells, defaults: GivenCells): GivenCells {
  const missing = Object.entries(defaults).filter(
    ([name, value]) => value !== '' && (given[name] ?? '').trim() === '',
  )
  return { ...given, ...Object.fromEntries(missing) }
}

function ignoredOf(columns: readonly FileColumn[], read: readonly string[]) {
  return columns.flatMap(({ key, title, examples }) =>
    read.includes(key) ? [] : [{ title, example: examples[0] ?? '' }],
  )
}
