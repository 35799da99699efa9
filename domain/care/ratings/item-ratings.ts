import { type InferResult, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId, RatingId } from '#db/ids.ts'
import { shortNameOf } from '#domain/shared/first-name.ts'
import { decodeNewestFirst, encodeCursor, type Page, toPage } from '#domain/shared/lists/page.ts'
import { type SizeData, similarSizes } from './people-alike.ts'
import { SIMILAR_WITHIN } from './rating-limits.ts'

/** A renter's rating of an item, as shown to everybody. */
export type ItemRating = ReturnType<typeof shown>

const ITEM_RATINGS_SHOWN = 6

/**
 * The most ratings that one page searches for people like the viewer. The next page continues
 * there.
 */
const MAX_SCANNED = 500

type Wanted = {
  readonly itemId: ItemId
  /** Only ratings by people like this; null for all. */
  readonly like: SizeData | null
  readonly after: string | null
}

/** The published ratings of an item by its renters, newest first. */
export async function itemRatings(db: DbOrTx, wanted: Wanted): Promise<Page<ItemRating>> {
  const { like } = wanted
  const ratings = visibleRatings(db, wanted)
  const rows = await rowsIn(db, ratings, like).execute()
  const page = toPage(rows, keysOf, ITEM_RATINGS_SHOWN)
  const next = page.next ?? (like && (await endOfWindow(ratings)))
  return { rows: page.rows.map(shown), next }
}

function rowsIn(db: DbOrTx, ratings: ReturnType<typeof visibleRatings>, like: SizeData | null) {
  const window = like ? MAX_SCANNED : ITEM_RATINGS_SHOWN + 1
  return (
    db
      .selectFrom(ratings.limit(window).as('x'))
      .innerJoin('user_profiles as writer', 'writer.id', 'x.writer_id')
      .innerJoin('user_profiles as about', 'about.id', 'x.about_id')
      .select(['x.id', 'x.stars', 'x.words', 'x.fit', 'x.usual_size as usualSize'])
      // Centimetres.
      .select(['x.height_cm as heightCm', 'x.image_ids as imageIds'])
      .select(['x.published_at as publishedAt', 'x.writer_id as writerId', 'x.reply'])
      .select(['writer.full_name', 'writer.deleted_at', 'about.full_name as replier'])
      .$narrowType<{ publishedAt: Date }>()
      .$if(like?.usualSize != null, (query) =>
        query.where('x.usual_size', 'in', similarSizes(like?.usualSize ?? 'M')),
      )
      .$if(like?.heightCm != null, (query) =>
        query.where(
          sql<boolean>`abs(x.height_cm - ${like?.heightCm}) <= ${SIMILAR_WITHIN.heightCm}`,
        ),
      )
      .orderBy('x.published_at', 'desc')
      .orderBy('x.id', 'desc')
      .limit(ITEM_RATINGS_SHOWN + 1)
  )
}

function visibleRatings(db: DbOrTx, { itemId, after }: Wanted) {
  const from = decodeNewestFirst<RatingId>(after)
  const visible = db
    .selectFrom('ratings')
    .select(['id', 'writer_id', 'about_id', 'stars', 'words', 'fit', 'usual_size', 'height_cm'])
    .select(['image_ids', 'published_at', 'reply'])
    .where('item_id', '=', itemId)
    // Exactly the condition of the partial index.
    .where(sql<boolean>`side = 'renter' and published_at is not null and hidden_at is null`)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
  if (!from) return visible
  return visible.where(
    sql<boolean>`(published_at, id) < (${from.at}::timestamptz, ${from.id}::uuid)`,
  )
}

/** The cursor at the end of the searched ratings; null when there are no more. */
async function endOfWindow(ratings: ReturnType<typeof visibleRatings>): Promise<string | null> {
  const last = await ratings
    .clearSelect()
    .select(['id', 'published_at as publishedAt'])
    .offset(sql.lit(MAX_SCANNED - 1))
    .limit(1)
    .executeTakeFirst()
  return last ? encodeCursor(keysOf(last)) : null
}

function keysOf({ publishedAt, id }: { publishedAt: Date | null; id: RatingId }): string[] {
  return [publishedAt?.toISOString() ?? '', id]
}

type Row = InferResult<ReturnType<typeof rowsIn>>[number]

/** `writer`: first name and initial; 'Former member' when the account is closed. */
function shown({ full_name, deleted_at, ...rating }: Row) {
  return { ...rating, writer: deleted_at ? full_name : shortNameOf(full_name) }
}
