import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { STRENGTH } from '#domain/catalogue/fit/odds.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

// The columns of an item for every query of items; the row of `clothing_items` is called `i`.

/** What `itemStatus` needs. */
const statusColumns = [
  'i.approval_status',
  'i.available',
  'i.paused',
  'i.deleted_at',
  'i.lister_in_good_standing',
  'i.image_url',
] as const

/** What every list of items shows. */
export const itemColumns = [
  'i.id',
  'i.title',
  'i.size',
  'i.credits_per_day',
  'i.location',
  'i.accepts_automatically',
  'i.created_at',
  ...statusColumns,
] as const

/** What the lister and admins see in addition. */
export const ownItemColumns = [
  ...itemColumns,
  'i.sku',
  'i.style',
  'i.event_type',
  'i.denial_reason',
  'i.advance_booking',
  'i.turnaround_days',
] as const

/** Repeats the condition of a partial index literally, without parameter or comparison. */
export const isPublic = sql<boolean>`i.is_public`

/** SQL: whether the item is a draft: it has no photo, so nobody reviews it yet. */
export const isDraft = sql<boolean>`(i.approval_status = 'pending' and i.image_id is null)`

const outRentals = sql`from rentals r
  where r.item_id = i.id and r.status = 'delivered' and r.return_status <> 'returned'`

/** SQL: whether the item can be booked ahead, so that it is available, and is with a renter. */
export const isOut = sql<boolean>`(i.advance_booking and exists (select ${outRentals}))`

/** SQL: when an item that can be booked ahead is with a renter, the last day of the rental. */
export const dueOn = sql<CalendarDate | null>`case when i.advance_booking
  then (select max(r.end_date)::text ${outRentals}) end`

/** The name of the brand, unless the brand is hidden. */
export const brandName = sql<
  string | null
>`(select brands.name from brands where brands.id = i.brand_id and brands.is_active)`.as('brand')

/** How many visible ratings an item has, and their stars added up; null without one. */
export const ratingSums = sql<
  [number, number] | null
>`(select array[s.ratings, s.stars] from item_rating_sums s
  where s.item_id = i.id and s.ratings > 0)`.as('rating_sums')

/** Items as lists show them; the caller adds the conditions. */
/**
 * SQL: how likely an item fits by what its wearers said, from 0 to 1, for the order of lists. Without
 * answers, as likely as an item of the average shop.
 * @param item the alias of `clothing_items` in the statement
 */
export function trueToSizeShare(item: string): RawBuilder<number> {
  return sql<number>`coalesce((
    select (s.true_to_size + ${sql.lit(STRENGTH * USUAL_ODDS)})
      / (s.small + s.true_to_size + s.large + ${sql.lit(STRENGTH)})::float
    from item_rating_sums s where s.item_id = ${sql.ref(`${item}.id`)}), ${sql.lit(USUAL_ODDS)})`
}

/** About 7 of 10 real answers of renters are that an item is true to size. */
const USUAL_ODDS = 0.7

export function itemCards(db: DbOrTx) {
  return db.selectFrom('clothing_items as i').select(itemColumns).select([brandName, ratingSums])
}

export type ItemCardRow = InferResult<ReturnType<typeof itemCards>>[number]

/** The columns of `itemCards` for a statement written in SQL. */
export const itemCardColumns: RawBuilder<unknown> = sql.join([
  ...itemColumns.map((name) => sql.ref(name)),
  sql`${brandName.expression} as brand`,
  sql`${ratingSums.expression} as rating_sums`,
])

/** The names of `itemCardColumns`, selected from a subquery called `i`. */
export const itemCardNames: RawBuilder<unknown> = sql.join(
  [...itemColumns, 'i.brand', 'i.rating_sums'].map((name) => sql.ref(name)),
)
