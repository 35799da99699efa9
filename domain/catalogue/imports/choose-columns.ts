import { sql } from 'kysely'
import { type Db, inTransaction, violatedConstraint } from '#db/connection.ts'
import type { ListingImportId } from '#db/ids.ts'
import type { FileColumn, GivenCells } from '#db/import-rows.ts'
import { knownSkus } from '#domain/catalogue/items/items.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { beginCheck, insertRows } from './begin-check.ts'
import { UNTITLED } from './import-rules.ts'
import { skuIn } from './read-import.ts'

export type ChooseProblem =
  | { readonly reason: 'import-not-found' }
  /** Its columns have been chosen, or it was discarded. */
  | { readonly reason: 'not-mapping' }
  /** Another file of the closet. */
  | { readonly reason: 'being-checked' }
  | { readonly reason: 'too-large' }
  /** No new item would have a value in these columns, which each one needs. */
  | { readonly reason: 'values-missing'; readonly columns: readonly string[] }

export type ChosenColumns = {
  /** The columns of ours that the file has then, in its order. */
  readonly columns: readonly string[]
  /** What the columns of the file are that are read, by their keys. */
  readonly fields: ReadonlyMap<string, string>
  /** A row by our columns. */
  readonly rowOf: (cells: GivenCells) => GivenCells
  /** Cells of new items whose row has none, by all columns that they need besides SKU and title. */
  readonly defaults: GivenCells
}

/** The closet says what the columns of a file are; then a job checks its rows. */
export async function chooseColumns(
  db: Db,
  owner: ClosetOwner,
  importId: ListingImportId,
  { columns, fields, rowOf, defaults }: ChosenColumns,
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
      const rows = before.map(({ rowNo, given }) => {
        const cells = cellsOfFile(found.file_columns, given)
        return { rowNo, given: { ...cells, ...rowOf(cells) } }
      })
      const known = await knownSkus(
        tx,
        owner,
        rows.map(({ given }) => skuIn(given)),
      )
      const filled = rows.map(({ rowNo, given }) => ({
        rowNo,
        given: known.has(skuIn(given)) ? given : withDefaults(given, defaults),
      }))
      const added = filled.filter(({ given }) => !known.has(skuIn(given)))
      const missing = Object.keys(defaults).filter((name) =>
        added.every(({ given }) => (given[name] ?? '').trim() === ''),
      )
      if (added.length > 0 && missing.length > 0)
        return refused({ reason: 'values-missing', columns: missing })
      await tx
        .updateTable('listing_imports')
        .set({
          status: 'checking',
          columns: [...columns],
          ...described(found.file_columns, fields),
          column_defaults: JSON.stringify(defaults),
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

/** The cells that the file has in a row, without those read from them. */
function cellsOfFile(columns: readonly FileColumn[], given: GivenCells): GivenCells {
  const keys = new Set([UNTITLED, ...columns.map(({ key }) => key)])
  return Object.fromEntries(Object.entries(given).filter(([key]) => keys.has(key)))
}

function described(columns: readonly FileColumn[], fields: ReadonlyMap<string, string>) {
  const chosen = columns.map((column) => ({ ...column, field: fields.get(column.key) ?? null }))
  const ignored = chosen.flatMap(({ title, examples, field }) =>
    field === null ? [{ title, example: examples[0] ?? '' }] : [],
  )
  return { file_columns: JSON.stringify(chosen), ignored_columns: JSON.stringify(ignored) }
}

/**
 * Goes back to the choice of columns. Rows keep their corrections until columns are chosen again.
 * Photos are read for the rows of their SKUs, so an import with photos stays as it is.
 */
export async function changeColumns(
  db: Db,
  owner: ClosetOwner,
  importId: ListingImportId,
): Promise<Outcome<null, { readonly reason: 'columns-stay' }>> {
  const { numUpdatedRows } = await db
    .updateTable('listing_imports')
    .set({ status: 'mapping' })
    .where('id', '=', importId)
    .where('owner_id', '=', owner.id)
    .where('status', '=', 'checked')
    .where(sql<boolean>`file_columns <> '[]'`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('listing_import_photos').where('import_id', '=', importId))),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n ? done(null) : refused({ reason: 'columns-stay' })
}
