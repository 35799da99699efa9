import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RatingSide } from '#db/enums.ts'
import type { ImageId, RatingId, RentalId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import {
  decodeCursor,
  encodeCursor,
  type Found,
  PAGE_SIZE,
  parseInstant,
} from '#domain/shared/lists/page.ts'

export const ratingParts = ['shown', 'hidden'] as const
export type RatingPart = (typeof ratingParts)[number]

/** A published rating in the list of admins. */
export type ListedRating = {
  readonly id: RatingId
  readonly rentalId: RentalId
  readonly side: RatingSide
  readonly title: string
  readonly itemId: string
  /** Full names. */
  readonly writerName: string
  readonly aboutName: string
  readonly stars: number
  readonly words: string
  readonly imageIds: readonly ImageId[]
  readonly reply: string | null
  readonly publishedAt: Date
  readonly hiddenAt: Date | null
  readonly hiddenBy: string | null
  readonly hiddenReason: string | null
}

type Order = { readonly where: RawBuilder<boolean>; readonly column: RawBuilder<unknown> }

/** Exactly the conditions of the partial indexes. */
const ORDERS: Readonly<Record<RatingPart, Order>> = {
  shown: {
    where: sql<boolean>`x.published_at is not null and x.hidden_at is null`,
    column: sql`x.published_at`,
  },
  hidden: { where: sql<boolean>`x.hidden_at is not null`, column: sql`x.hidden_at` },
}

/** Published ratings, newest first, or hidden ones, latest decision first. */
export async function ratingList(
  db: DbOrTx,
  _admin: Admin,
  { part, after }: { readonly part: RatingPart; readonly after: string | null },
): Promise<Found<ListedRating>> {
  const { where, column } = ORDERS[part]
  const [at, written] = decodeCursor(after, 2) ?? []
  const [instant, id] = [parseInstant(at), parseId<RatingId>(written)]
  let query = listed(db)
    .where(where)
    .orderBy(sql`${column} desc, x.id desc`)
    .limit(sql.lit(PAGE_SIZE + 1))
  if (instant && id)
    query = query.where(sql<boolean>`(${column}, x.id) < (${instant}::timestamptz, ${id}::uuid)`)
  const [rows, total] = await Promise.all([
    query.execute(),
    countUpTo(db, db.selectFrom('ratings as x').where(where)),
  ])
  const shown = rows.slice(0, PAGE_SIZE).map(shape)
  const last = shown.at(-1)
  const lastAt = part === 'shown' ? last?.publishedAt : last?.hiddenAt
  return {
    rows: shown,
    next:
      rows.length > PAGE_SIZE && last && lastAt
        ? encodeCursor([lastAt.toISOString(), last.id])
        : null,
    total,
  }
}

/** One published rating, hidden or not, for the decision of an admin. */
export async function findListedRating(
  db: DbOrTx,
  _admin: Admin,
  id: RatingId,
): Promise<ListedRating | null> {
  const row = await listed(db)
    .where('x.id', '=', id)
    .where('x.published_at', 'is not', null)
    .executeTakeFirst()
  return row ? shape(row) : null
}

function listed(db: DbOrTx) {
  return db
    .selectFrom('ratings as x')
    .innerJoin('clothing_items as i', 'i.id', 'x.item_id')
    .innerJoin('user_profiles as writer', 'writer.id', 'x.writer_id')
    .innerJoin('user_profiles as about', 'about.id', 'x.about_id')
    .leftJoin('user_profiles as hider', 'hider.id', 'x.hidden_by')
    .select(['x.id', 'x.rental_id', 'x.side', 'x.item_id', 'x.stars', 'x.words', 'x.image_ids'])
    .select(['x.reply', 'x.published_at', 'x.hidden_at', 'x.hidden_reason', 'i.title'])
    .select(['writer.full_name as writer_name', 'about.full_name as about_name'])
    .select('hider.full_name as hider_name')
}

type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

function shape(row: Row): ListedRating {
  return {
    id: row.id,
    rentalId: row.rental_id,
    side: row.side,
    title: row.title,
    itemId: row.item_id,
    writerName: row.writer_name,
    aboutName: row.about_name,
    stars: row.stars,
    words: row.words,
    imageIds: row.image_ids,
    reply: row.reply,
    publishedAt: row.published_at ?? new Date(0),
    hiddenAt: row.hidden_at,
    hiddenBy: row.hider_name,
    hiddenReason: row.hidden_reason,
  }
}
