import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { ItemId, ListingImportId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { releaseFromImport } from '#domain/catalogue/images/images.ts'
import {
  addListing,
  changeListing,
  lockOwnItem,
  readListingParts,
} from '#domain/catalogue/items/items.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { lockCloset } from '#domain/shared/lock-closet.ts'
import { decideRow, type RowDecision, type RowToDecide } from './decide-row.ts'
import { releaseUnusedPhotos } from './end-imports.ts'
import type { ImportRules } from './import-rules.ts'
import { closetOf, readRows } from './read-import.ts'
import { rowCounts, type WrittenRow, writeOutcomes } from './row-outcomes.ts'

/** Rows imported in one transaction. */
const ROWS_PER_BATCH = 50

/**
 * A job that adds and changes items from the next 50 rows of a confirmed import, and queues itself
 * for the rest in the same transaction: however often it is interrupted, each row is imported once.
 * Each row is decided again from the closet's current state.
 */
export async function importListings(
  db: Db,
  rules: ImportRules,
  importId: ListingImportId,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('listing_imports')
      .select('owner_id')
      .where('id', '=', importId)
      .where('status', '=', 'importing')
      .forUpdate()
      .executeTakeFirst()
    // Only one import of a closet at a time; this lock comes before those of its items.
    if (!found || !(await lockCloset(tx, found.owner_id))) return
    const owner = await closetOf(tx, found.owner_id)
    if (!owner) return
    const rows = await tx
      .selectFrom('listing_import_rows')
      .select(['row_no as rowNo', 'given'])
      .where('import_id', '=', importId)
      .where('outcome', 'in', ['add', 'change'])
      .orderBy('row_no')
      .limit(ROWS_PER_BATCH)
      .execute()
    const before = await readRows(tx, owner, importId, rows)
    await lockInOrder(
      tx,
      owner,
      before.flatMap(({ known }) => known?.id ?? []),
    )
    // Read again under the locks.
    const written: WrittenRow[] = []
    for (const row of await readRows(tx, owner, importId, rows)) {
      const decision = decideRow(row, rules)
      written.push({
        row_no: row.rowNo,
        outcome: OUTCOMES[decision.outcome],
        item_id: await importRow(tx, owner, { row, decision }, now),
        problems: decision.outcome === 'refused' ? decision.problems : null,
      })
    }
    await writeOutcomes(tx, importId, written)
    await continueOrEnd(tx, owner, importId, now)
  })
}

const OUTCOMES = {
  add: 'added',
  change: 'changed',
  unchanged: 'unchanged',
  refused: 'refused',
} as const

/** Locks items in the order of their ids, as bulk actions do. */
async function lockInOrder(tx: Tx, owner: ClosetOwner, itemIds: readonly ItemId[]) {
  for (const itemId of [...itemIds].sort()) await lockOwnItem(tx, owner, itemId)
}

/** Returns the item of the row; null for a row that was refused before it had one. */
async function importRow(
  tx: Tx,
  owner: ClosetOwner,
  { row, decision }: { readonly row: RowToDecide; readonly decision: RowDecision },
  now: Date,
): Promise<ItemId | null> {
  const { known } = row
  if (decision.outcome === 'refused' || decision.outcome === 'unchanged') return known?.id ?? null
  const { details } = decision
  const shown = known?.photos.map(({ id }) => id) ?? []
  for (const id of [details.imageId, ...(details.photoIds ?? [])])
    if (id && !shown.includes(id)) await releaseFromImport(tx, id)
  if (!known) {
    const itemId: ItemId = newId()
    assertOk(await addListing(tx, owner, { itemId, details }, now))
    return itemId
  }
  const item = await lockOwnItem(tx, owner, known.id)
  if (!item) throw new Error(`item ${known.id} is locked and not found`)
  const parts = await readListingParts(tx, known.id)
  assertOk(await changeListing(tx, owner, { item, parts, details }, now))
  return known.id
}

function assertOk(outcome: { readonly ok: boolean; readonly problem?: unknown }): void {
  if (!outcome.ok) throw new Error(`a row was refused: ${JSON.stringify(outcome.problem)}`)
}

async function continueOrEnd(
  tx: Tx,
  owner: ClosetOwner,
  importId: ListingImportId,
  now: Date,
): Promise<void> {
  const next = await tx
    .selectFrom('listing_import_rows')
    .select('row_no')
    .where('import_id', '=', importId)
    .where('outcome', 'in', ['add', 'change'])
    .limit(1)
    .executeTakeFirst()
  const counted = await tx
    .updateTable('listing_imports')
    .set({ ...rowCounts, ...(!next && { status: 'done' as const, done_at: now }) })
    .where('id', '=', importId)
    .returning(['created', 'changed', 'refused', 'file_name'])
    .executeTakeFirstOrThrow()
  if (next) {
    await enqueue(tx, 'import-listings', { importId }, { key: `import-listings:${importId}` })
    return
  }
  await releaseUnusedPhotos(tx, [importId])
  const line = { action: 'import listings', noun: 'closet', nounId: owner.id, after: counted }
  await recordAction(tx, owner, line, now)
}
