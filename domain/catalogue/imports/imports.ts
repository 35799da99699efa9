import { sql } from 'kysely'
import { type Db, inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import type { ListingImportId, ListingImportPhotoId } from '#db/ids.ts'
import type { GivenCells, IgnoredColumn } from '#db/import-rows.ts'
import { enqueue } from '#db/jobs.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { makeRoomForImport, releaseUnusedPhotos } from './end-imports.ts'
import { type NamingProblem, placeOfPhoto, rowsBySku } from './photo-names.ts'
import { skuIn } from './read-import.ts'
import { shownName } from './sent-photos.ts'

export { removeImportsOf } from './end-imports.ts'

/** A parsed file of listings; nothing in it has been checked yet. */
export type SentListings = {
  readonly fileName: string
  /** The known columns of the file, in its order. */
  readonly columns: readonly string[]
  /** Its other columns that have values. */
  readonly ignored?: readonly IgnoredColumn[]
  readonly rows: readonly { readonly rowNo: number; readonly given: GivenCells }[]
  /** Stored by `storeSentPhoto`. */
  readonly photos: readonly {
    readonly id: ListingImportPhotoId
    readonly fileName: string
  }[]
  /** Files that were sent but not kept, each with the reason. */
  readonly leftOut: readonly { readonly fileName: string; readonly reason: LeftOut }[]
}

/** Why a file that was sent is not a photo of a row. */
export type LeftOut =
  | 'too-large'
  | 'encrypted'
  | 'archive'
  | 'link'
  | 'lying'
  | 'damaged-entry'
  | NamingProblem
  | 'same-place'

export type StartProblem =
  /** The last file of the closet. */
  | { readonly reason: 'being-checked' }
  /** The closet has too many files that are neither imported nor discarded. */
  | { readonly reason: 'too-many-imports' }
  | { readonly reason: 'too-large' }

/** Accepts a file of listings. A job checks it; nothing is imported until its closet confirms. */
export async function startImport(
  db: Db,
  owner: ClosetOwner,
  sent: SentListings,
  now: Date,
): Promise<Outcome<{ readonly importId: ListingImportId }, StartProblem>> {
  try {
    return await inTransaction(db, async (tx) => {
      await makeRoomForImport(tx, owner)
      const importId: ListingImportId = newId()
      await tx
        .insertInto('listing_imports')
        .values({
          id: importId,
          owner_id: owner.id,
          file_name: shownName(sent.fileName),
          columns: [...sent.columns],
          ignored_columns: JSON.stringify(sent.ignored ?? []),
          row_count: sent.rows.length,
          made_at: now,
        })
        .execute()
      await insertRows(tx, importId, sent)
      await placePhotos(tx, { importId, owner, sent }, now)
      await enqueue(tx, 'check-import', { importId }, { key: `check-import:${importId}` })
      return done({ importId })
    })
  } catch (error) {
    const reason = REFUSALS.get(violatedConstraint(error))
    if (!reason) throw error
    return refused({ reason })
  }
}

const REFUSALS = new Map<string | undefined, StartProblem['reason']>([
  ['one_listing_import_is_checked_at_a_time', 'being-checked'],
  ['closet_keeps_at_most_100_listing_imports', 'too-many-imports'],
  ['closet_keeps_at_most_100_mb_of_listing_imports', 'too-many-imports'],
  ['listing_import_has_at_most_16_mb', 'too-large'],
])

async function insertRows(tx: Tx, importId: ListingImportId, { rows }: SentListings) {
  const list = JSON.stringify(rows.map(({ rowNo, given }) => ({ row_no: rowNo, given })))
  await sql`insert into listing_import_rows (import_id, row_no, given)
    select ${importId}, r.row_no, r.given
    from jsonb_to_recordset(${list}::jsonb) r (row_no integer, given jsonb)`.execute(tx)
}

/** Assigns each photo to the row with its SKU; of two for one place, the first one counts. */
async function placePhotos(
  tx: Tx,
  {
    importId,
    owner,
    sent,
  }: {
    readonly importId: ListingImportId
    readonly owner: ClosetOwner
    readonly sent: SentListings
  },
  now: Date,
): Promise<void> {
  const rows = rowsBySku(sent.rows.map(({ rowNo, given }) => ({ rowNo, sku: skuIn(given) })))
  const taken = new Set<string>()
  const placed = sent.photos.map(({ id, fileName }) => {
    const place = placeOfPhoto(fileName, rows)
    if (typeof place === 'string') return { id, problem: place satisfies LeftOut }
    const key = `${place.rowNo} ${place.place}`
    if (taken.has(key)) return { id, problem: 'same-place' satisfies LeftOut }
    taken.add(key)
    return { id, row_no: place.rowNo, place: place.place }
  })
  await sql`update listing_import_photos p
    set import_id = ${importId}, row_no = f.row_no, place = f.place, problem = coalesce(f.problem, p.problem)
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
      f (id uuid, row_no integer, place smallint, problem text)
    where p.id = f.id and p.owner_id = ${owner.id} and p.import_id is null`.execute(tx)
  const leftOut = sent.leftOut.map(({ fileName, reason }) => ({
    id: newId(),
    owner_id: owner.id,
    import_id: importId,
    file_name: shownName(fileName),
    source_hash: '',
    sent_at: now,
    read_at: now,
    problem: reason,
  }))
  if (leftOut.length > 0) await tx.insertInto('listing_import_photos').values(leftOut).execute()
}

/** Locks one of the closet's own imports. */
async function lockImport(tx: Tx, owner: ClosetOwner, importId: ListingImportId) {
  return await tx
    .selectFrom('listing_imports')
    .select(['status', 'created', 'changed'])
    .where('id', '=', importId)
    .where('owner_id', '=', owner.id)
    .forUpdate()
    .executeTakeFirst()
}

export type ImportStepProblem =
  | { readonly reason: 'import-not-found' }
  /** It was confirmed or discarded, or is still being checked. */
  | { readonly reason: 'not-checked' }
  /** No row adds or changes an item. */
  | { readonly reason: 'nothing-to-import' }

/** The closet confirms the result of the check: a job adds and changes its items. */
export async function confirmImport(
  db: Db,
  owner: ClosetOwner,
  importId: ListingImportId,
): Promise<Outcome<null, ImportStepProblem>> {
  return inTransaction<Outcome<null, ImportStepProblem>>(db, async (tx) => {
    const found = await lockImport(tx, owner, importId)
    if (!found) return refused({ reason: 'import-not-found' })
    // The button was clicked twice.
    if (found.status === 'importing' || found.status === 'done') return done(null)
    if (found.status !== 'checked') return refused({ reason: 'not-checked' })
    if (found.created + found.changed === 0) return refused({ reason: 'nothing-to-import' })
    await tx
      .updateTable('listing_imports')
      .set({ status: 'importing' })
      .where('id', '=', importId)
      .execute()
    await enqueue(tx, 'import-listings', { importId }, { key: `import-listings:${importId}` })
    return done(null)
  })
}

/** The closet discards the import; its rows can still be read. */
export async function discardImport(
  db: Db,
  owner: ClosetOwner,
  importId: ListingImportId,
  now: Date,
): Promise<Outcome<null, ImportStepProblem>> {
  return inTransaction<Outcome<null, ImportStepProblem>>(db, async (tx) => {
    const found = await lockImport(tx, owner, importId)
    if (!found) return refused({ reason: 'import-not-found' })
    if (found.status === 'discarded') return done(null)
    if (found.status !== 'checked') return refused({ reason: 'not-checked' })
    await releaseUnusedPhotos(tx, [importId])
    await tx
      .updateTable('listing_imports')
      .set({ status: 'discarded', done_at: now })
      .where('id', '=', importId)
      .execute()
    return done(null)
  })
}
