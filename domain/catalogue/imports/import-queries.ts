import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ImportOutcome, ListingImportStatus } from '#db/enums.ts'
import type { ItemId, ListingImportId } from '#db/ids.ts'
import type { CellProblem, FileColumn, GivenCells, IgnoredColumn } from '#db/import-rows.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { decodeNewestFirst, encodeCursor, PAGE_SIZE, type Page } from '#domain/shared/lists/page.ts'
import { ROWS_A_PAGE } from './import-limits.ts'

export type ListedImport = {
  readonly id: ListingImportId
  readonly fileName: string
  readonly status: ListingImportStatus
  readonly rows: number
  readonly created: number
  readonly changed: number
  readonly refused: number
  /** Rows that change nothing. */
  readonly unchanged: number
  readonly madeAt: Date
}

function importsOf(db: DbOrTx, owner: ClosetOwner) {
  return db
    .selectFrom('listing_imports')
    .select(['id', 'file_name as fileName', 'status', 'row_count as rows', 'made_at as madeAt'])
    .select(['created', 'changed', 'refused', 'columns'])
    .where('owner_id', '=', owner.id)
}

const withUnchanged = <Row extends Omit<ListedImport, 'unchanged'>>(row: Row) => ({
  ...row,
  unchanged: row.rows - row.created - row.changed - row.refused,
})

/** A page of the closet's imports, newest first. */
export async function listImports(
  db: DbOrTx,
  owner: ClosetOwner,
  after: string | null,
): Promise<Page<ListedImport>> {
  const from = decodeNewestFirst<ListingImportId>(after)
  const rows = await importsOf(db, owner)
    .$if(from !== null, (query) =>
      query.where(sql<boolean>`(made_at, id) < (${from?.at}, ${from?.id})`),
    )
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    rows: shown.map(withUnchanged),
    next:
      rows.length > PAGE_SIZE && last ? encodeCursor([last.madeAt.toISOString(), last.id]) : null,
  }
}

export type FoundImport = ListedImport & {
  readonly columns: readonly string[]
  readonly ignoredColumns: readonly IgnoredColumn[]
  /** Of a file whose columns its closet chooses. */
  readonly fileColumns: readonly FileColumn[]
  /** What its closet has chosen for new items whose row does not say it. */
  readonly columnDefaults: GivenCells
  /** Rows of the file that are part of the items of other rows. */
  readonly joinedRows: number
  readonly photos: number
  readonly photosRead: number
  /** Rows already imported. */
  readonly imported: number
  /** Items of this import that have no photo yet. */
  readonly needPhoto: number
  /** The first files that are not a photo of any row. */
  readonly leftOut: readonly { readonly fileName: string; readonly reason: string }[]
  readonly leftOutTotal: number
}

const MAX_LEFT_OUT = 50

/** One of the closet's own imports, or null. */
export async function findImport(
  db: DbOrTx,
  owner: ClosetOwner,
  importId: ListingImportId,
): Promise<FoundImport | null> {
  const found = await importsOf(db, owner)
    .select([
      'ignored_columns as ignoredColumns',
      'file_columns as fileColumns',
      'column_defaults as columnDefaults',
      'joined_rows as joinedRows',
      sql<number>`(select count(*)::int from listing_import_photos p
        where p.import_id = listing_imports.id and p.row_no is not null)`.as('photos'),
      sql<number>`(select count(*)::int from listing_import_photos p
        where p.import_id = listing_imports.id and p.row_no is not null
          and p.read_at is not null)`.as('photosRead'),
      sql<number>`(select count(*)::int from listing_import_rows r
        where r.import_id = listing_imports.id and r.outcome in ('added', 'changed'))`.as(
        'imported',
      ),
      sql<number>`(select count(*)::int from listing_import_rows r
        join clothing_items i on i.id = r.item_id
        where r.import_id = listing_imports.id and i.image_id is null
          and i.deleted_at is null)`.as('needPhoto'),
      sql<number>`(select count(*)::int from listing_import_photos p
        where p.import_id = listing_imports.id and p.row_no is null)`.as('leftOutTotal'),
    ])
    .where('id', '=', importId)
    .executeTakeFirst()
  if (!found) return null
  const leftOut = await db
    .selectFrom('listing_import_photos')
    .select(['file_name as fileName', sql<string>`coalesce(problem, '')`.as('reason')])
    .where('import_id', '=', importId)
    .where('row_no', 'is', null)
    .orderBy('file_name')
    .limit(MAX_LEFT_OUT)
    .execute()
  return { ...withUnchanged(found), leftOut }
}

export type ShownRow = {
  readonly rowNo: number
  readonly given: GivenCells
  readonly outcome: ImportOutcome | null
  readonly problems: readonly CellProblem[]
  readonly itemId: ItemId | null
  /** As the item is at present; null for one that is not added yet. */
  readonly item: {
    readonly creditsPerDay: number
    readonly style: string
    readonly eventType: string
  } | null
  readonly hasPhoto: boolean
}

export const importViews = ['problems', 'all'] as const
export type ImportView = (typeof importViews)[number]

/** A page of 50 rows; a page number beyond the last gives the last page. */
export async function importRows(
  db: DbOrTx,
  owner: ClosetOwner,
  {
    importId,
    view,
    page,
  }: {
    readonly importId: ListingImportId
    readonly view: ImportView
    readonly page: number
  },
): Promise<{ readonly rows: readonly ShownRow[]; readonly page: number; readonly pages: number }> {
  const own = db
    .selectFrom('listing_import_rows as r')
    .innerJoin('listing_imports as m', 'm.id', 'r.import_id')
    .where('m.owner_id', '=', owner.id)
    .where('r.import_id', '=', importId)
    .$if(view === 'problems', (query) => query.where('r.outcome', '=', 'refused'))
  const { total } = await own
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(total / ROWS_A_PAGE))
  const shown = Math.min(Math.max(1, page), pages)
  const rows = await own
    .leftJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select(['r.row_no as rowNo', 'r.given', 'r.outcome', 'r.problems', 'r.item_id as itemId'])
    .select(['i.credits_per_day', 'i.style', 'i.event_type'])
    .select(
      sql<boolean>`(i.image_id is not null or exists (select from listing_import_photos p
          where p.import_id = r.import_id and p.row_no = r.row_no and p.problem is null))`.as(
        'hasPhoto',
      ),
    )
    .orderBy('r.row_no')
    .limit(ROWS_A_PAGE)
    .offset((shown - 1) * ROWS_A_PAGE)
    .execute()
  return {
    rows: rows.map(({ credits_per_day: creditsPerDay, style, event_type: eventType, ...row }) => ({
      ...row,
      problems: row.problems ?? [],
      item:
        creditsPerDay === null || style === null || eventType === null
          ? null
          : { creditsPerDay, style, eventType },
    })),
    page: shown,
    pages,
  }
}

/** All refused rows, at most 2,000, for an export. */
export async function refusedRows(
  db: DbOrTx,
  owner: ClosetOwner,
  importId: ListingImportId,
): Promise<readonly { readonly given: GivenCells; readonly problems: readonly CellProblem[] }[]> {
  const rows = await db
    .selectFrom('listing_import_rows as r')
    .innerJoin('listing_imports as m', 'm.id', 'r.import_id')
    .select(['r.given', 'r.problems'])
    .where('m.owner_id', '=', owner.id)
    .where('r.import_id', '=', importId)
    .where('r.outcome', '=', 'refused')
    .orderBy('r.row_no')
    .execute()
  return rows.map(({ given, problems }) => ({ given, problems: problems ?? [] }))
}
