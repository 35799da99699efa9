import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RatedFit, UsualSize } from '#db/enums.ts'
import type { ImageId, ItemId, PersonId, RatingId } from '#db/ids.ts'
import { shortNameOf } from '#domain/shared/first-name.ts'
import { decodeNewestFirst, encodeCursor, type Page, toPage } from '#domain/shared/lists/page.ts'
import { type SizeData, similarSizes } from './people-alike.ts'
import { SIMILAR_WITHIN } from './rating-limits.ts'

/** A renter's rating of an item, as shown to everybody. */
export type ItemRating = {
  readonly id: RatingId
  readonly writerId: PersonId
  /** First name and initial; 'Former member' when the account is closed. */
  readonly writer: string
  readonly stars: number
  readonly words: string
  readonly fit: RatedFit | null
  readonly usualSize: UsualSize | null
  /** Centimetres. */
  readonly heightCm: number | null
  readonly imageIds: readonly ImageId[]
  readonly publishedAt: Date
  readonly reply: string | null
  /** Full name of the closet. */
  readonly replier: string
}

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
  const { itemId, like } = wanted
  const ratings = visibleRatings(db, itemId, decodeNewestFirst<RatingId>(wanted.after))
  const window = like ? MAX_SCANNED : ITEM_RATINGS_SHOWN + 1
  const rows = await db
    .selectFrom(ratings.limit(sql.lit(window)).as('x'))
    .innerJoin('user_profiles as writer', 'writer.id', 'x.writer_id')
    .innerJoin('user_profiles as about', 'about.id', 'x.about_id')
    .select(['x.id', 'x.stars', 'x.words', 'x.fit', 'x.usual_size', 'x.height_cm', 'x.image_ids'])
    .select(['x.published_at', 'x.reply', 'x.writer_id', 'writer.full_name', 'writer.deleted_at'])
    .select('about.full_name as about_name')
    .$if(like?.usualSize != null, (query) =>
      query.where('x.usual_size', 'in', similarSizes(like?.usualSize ?? 'M')),
    )
    .$if(like?.heightCm != null, (query) =>
      query.where(sql<boolean>`abs(x.height_cm - ${like?.heightCm}) <= ${SIMILAR_WITHIN.heightCm}`),
    )
    .orderBy('x.published_at', 'desc')
    .orderBy('x.id', 'desc')
    .limit(sql.lit(ITEM_RATINGS_SHOWN + 1))
    .execute()
  const page = toPage(rows, keysOf, ITEM_RATINGS_SHOWN)
  const next = page.next ?? (like && (await endOfWindow(ratings)))
  return { rows: page.rows.map(shown), next }
}

function visibleRatings(
  db: DbOrTx,
  itemId: ItemId,
  after: { readonly at: Date; readonly id: RatingId } | null,
) {
  const visible = db
    .selectFrom('ratings')
    .select(['id', 'writer_id', 'about_id', 'stars', 'words', 'fit', 'usual_size', 'height_cm'])
    .select(['image_ids', 'published_at', 'reply'])
    .where('item_id', '=', itemId)
    // Exactly the condition of the partial index.
    .where(sql<boolean>`side = 'renter' and published_at is not null and hidden_at is null`)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
  if (!after) return visible
  return visible.where(
    sql<boolean>`(published_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
  )
}

/** The cursor at the end of the searched ratings; null when there are no more. */
async function endOfWindow(ratings: ReturnType<typeof visibleRatings>): Promise<string | null> {
  const last = await ratings
    .clearSelect()
    .select(['id', 'published_at'])
    .offset(sql.lit(MAX_SCANNED - 1))
    .limit(sql.lit(1))
    .executeTakeFirst()
  return last ? encodeCursor(keysOf(last)) : null
}

function keysOf({ published_at, id }: { published_at: Date | null; id: RatingId }): string[] {
  return [published_at?.toISOString() ?? '', id]
}

type Row = {
  readonly id: RatingId
  readonly writer_id: PersonId
  readonly stars: number
  readonly words: string
  readonly fit: RatedFit | null
  readonly usual_size: UsualSize | null
  readonly height_cm: number | null
  readonly image_ids: ImageId[]
  readonly published_at: Date | null
  readonly reply: string | null
  readonly full_name: string
  readonly deleted_at: Date | null
  readonly about_name: string
}

function shown(row: Row): ItemRating {
  return {
    id: row.id,
    writerId: row.writer_id,
    writer: row.deleted_at ? row.full_name : shortNameOf(row.full_name),
    stars: row.stars,
    words: row.words,
    fit: row.fit,
    usualSize: row.usual_size,
    heightCm: row.height_cm,
    imageIds: row.image_ids,
    publishedAt: row.published_at ?? new Date(0),
    reply: row.reply,
    replier: row.about_name,
  }
}
