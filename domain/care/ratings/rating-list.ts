import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RatingId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { decodeNewestFirst } from '#domain/shared/lists/page.ts'

export const ratingParts = ['shown', 'hidden'] as const
export type RatingPart = (typeof ratingParts)[number]

/** A published rating in the list of admins, with full names. */
export type ListedRating = NonNullable<Awaited<ReturnType<typeof findListedRating>>>

type Order = {
  readonly where: RawBuilder<boolean>
  readonly by: string
  readonly at: (row: ListedRating) => Date | null
}

/** Exactly the conditions of the partial indexes. */
const ORDERS: Readonly<Record<RatingPart, Order>> = {
  shown: {
    where: sql<boolean>`x.published_at is not null and x.hidden_at is null`,
    by: 'x.published_at',
    at: ({ publishedAt }) => publishedAt,
  },
  hidden: {
    where: sql<boolean>`x.hidden_at is not null`,
    by: 'x.hidden_at',
    at: ({ hiddenAt }) => hiddenAt,
  },
}

/** Published ratings, newest first, or hidden ones, latest decision first. */
export async function ratingList(
  db: DbOrTx,
  _admin: Admin,
  { part, after }: { readonly part: RatingPart; readonly after: string | null },
) {
  const { where, by, at } = ORDERS[part]
  const [page, total] = await Promise.all([
    newestPage(listed(db).where(where), {
      by: [by, 'x.id'],
      keysOf: (row) => [at(row) ?? row.publishedAt, row.id],
      from: decodeNewestFirst<RatingId>(after),
    }),
    countUpTo(db, db.selectFrom('ratings as x').where(where)),
  ])
  return { ...page, total }
}

/** One published rating, hidden or not, for the decision of an admin. */
export async function findListedRating(db: DbOrTx, _admin: Admin, id: RatingId) {
  const found = await listed(db)
    .where('x.id', '=', id)
    .where('x.published_at', 'is not', null)
    .executeTakeFirst()
  return found ?? null
}

function listed(db: DbOrTx) {
  return db
    .selectFrom('ratings as x')
    .innerJoin('clothing_items as i', 'i.id', 'x.item_id')
    .innerJoin('user_profiles as writer', 'writer.id', 'x.writer_id')
    .innerJoin('user_profiles as about', 'about.id', 'x.about_id')
    .leftJoin('user_profiles as hider', 'hider.id', 'x.hidden_by')
    .select(['x.id', 'x.rental_id as rentalId', 'x.side', 'x.item_id as itemId', 'i.title'])
    .select(['writer.full_name as writerName', 'about.full_name as aboutName', 'x.stars'])
    .select(['x.words', 'x.image_ids as imageIds', 'x.reply', 'x.published_at as publishedAt'])
    .select(['x.hidden_at as hiddenAt', 'hider.full_name as hiddenBy'])
    .select('x.hidden_reason as hiddenReason')
    .$narrowType<{ publishedAt: Date }>()
}
