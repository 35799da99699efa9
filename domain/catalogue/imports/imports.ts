import { sql } from 'kysely'
import { type Db, inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import type { ListingImportId, ListingImportPhotoId } from '#db/ids.ts'
import type { FileColumn, GivenCells } from '#db/import-rows.ts'
import { enqueue } from '#db/jobs.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { beginCheck, insertRows } from './begin-check.ts'
import { dropUnreadPhotos, makeRoomForImport, releaseUnusedPhotos } from './end-imports.ts'
import type { NamingProblem } from './photo-names.ts'
import { shownName } from './sent-photos.ts'

export { removeImportsOf } from './end-imports.ts'

/** A parsed file of listings; nothing in it has been checked yet. */
export type SentListings = {
  readonly fileName: string
  /** The known columns of the file, in its order. */
  readonly columns: readonly string[]
  /** Of a file whose columns its closet has to choose, by `chooseColumns`. */
  readonly fileColumns?: readonly FileColumn[]
  /** Rows of the file that are part of the items of other rows. */
  readonly joinedRows?: number
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

/**
 * Accepts a file of listings. A job checks it, once its columns are known; nothing is imported until
 * its closet confirms.
 */
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
          ...(sent.fileColumns && {
            status: 'mapping',
            file_columns: JSON.stringify(sent.fileColumns),
          }),
          joined_rows: sent.joinedRows ?? 0,
          row_count: sent.rows.length,
          made_at: now,
        })
        .execute()
      await insertRows(tx, importId, sent.rows)
      await attachPhotos(tx, { importId, owner, sent }, now)
      if (!sent.fileColumns) await beginCheck(tx, importId, sent.rows)
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

/** The photos that were sent with a file become its own. */
async function attachPhotos(
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
  await sql`update listing_import_photos set import_id = ${importId}
    where id = any(${sent.photos.map(({ id }) => id)}::uuid[])
      and owner_id = ${owner.id} and import_id is null`.execute(tx)
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
    if (found.status !== 'checked' && found.status !== 'mapping')
      return refused({ reason: 'not-checked' })
    await releaseUnusedPhotos(tx, [importId])
    await dropUnreadPhotos(tx, importId)
    await tx
      .updateTable('listing_imports')
      .set({ status: 'discarded', done_at: now })
      .where('id', '=', importId)
      .execute()
    return done(null)
  })
}
