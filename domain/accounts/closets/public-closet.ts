import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { DrivingDistance } from '#db/enums.ts'
import type { ImageId, PersonId } from '#db/ids.ts'
import { nextHolidays, type ShownHoliday } from '#domain/booking/calendar/calendar.ts'
import { type AnswerRecord, answerRecord, answersFrom } from '#domain/catalogue/items/items.ts'
import { type Way, wayColumns, waysOf } from '#domain/catalogue/reach/reach.ts'
import { MAX_COUNTED } from '#domain/shared/lists/show-counted.ts'
import type { RatingSum } from '#domain/shared/rating-sums.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** A closet as visitors see it. Never the email address. */
export type PublicCloset = {
  readonly id: PersonId
  readonly fullName: string
  /** What it says about itself; null where it says nothing. */
  readonly shopName: string | null
  readonly about: string | null
  readonly imageId: ImageId | null
  readonly phone: string | null
  readonly instagramHandle: string | null
  readonly city: string | null
  readonly state: string | null
  readonly drivingDistance: DrivingDistance | null
  /** How its pieces get to renters. */
  readonly ways: readonly Way[]
  readonly noticeDays: number
  /** The next days on which it rents out nothing. */
  readonly timeOff: readonly ShownHoliday[]
  /** How many of its rentals began, counted up to one more than `MAX_COUNTED`. */
  readonly timesRented: number
  /** How it answers requests; null while there were few. */
  readonly answers: AnswerRecord | null
  /** The visible ratings by renters of its newest `MAX_COUNTED` items; null without one. */
  readonly rating: RatingSum | null
  /** Whether an admin lists the items, for the shop itself. */
  readonly isAdmin: boolean
}

/** The closet, or null for people who list nothing: an admin has a page only with items on it. */
export async function findPublicCloset(
  db: DbOrTx,
  id: PersonId,
  today: CalendarDate,
): Promise<PublicCloset | null> {
  const closet = await db
    .selectFrom('user_profiles as p')
    .leftJoin('closet_pages as c', 'c.closet_id', 'p.id')
    .select(['c.shop_name as shopName', 'c.about', 'c.image_id as imageId'])
    .innerJoin(ratingSum(db, id).as('r'), (join) => join.onTrue())
    .select(['r.ratings', 'r.stars'])
    .select(['p.id', 'p.full_name as fullName', 'p.phone', 'p.instagram_handle as instagramHandle'])
    .select(['p.city', 'p.state', 'p.driving_distance as drivingDistance'])
    .select('p.notice_days as noticeDays')
    .select(wayColumns)
    .select(nextHolidays(sql`p.id`, today).as('timeOff'))
    .select(timesRented(db, id).$asScalar().$notNull().as('timesRented'))
    .select(answerRecord(sql`p.id`, answersFrom(today)).as('answers'))
    .select(sql<boolean>`p.account_type = 'admin'`.as('isAdmin'))
    .where('p.id', '=', id)
    .where(sql<boolean>`lister_is_in_good_standing(p)`)
    .where(
      sql<boolean>`(p.account_type = 'business'
        or exists (select from clothing_items i where i.business_id = p.id and i.is_public))`,
    )
    .executeTakeFirst()
  if (!closet) return null
  const { delivers, offers_pickup, ships, ratings, stars, ...others } = closet
  const rating = ratings > 0 ? { ratings, stars } : null
  return { ...others, rating, ways: waysOf({ delivers, offers_pickup, ships }) }
}

function timesRented(db: DbOrTx, id: PersonId) {
  const deliveries = db
    .selectFrom('rentals')
    .select('id')
    .where('owner_id', '=', id)
    .where('delivered_at', 'is not', null)
    // In the order of their index: the planner would read rentals of all closets until it has enough.
    .orderBy('delivered_at')
    .limit(MAX_COUNTED + 1)
  return db.selectFrom(deliveries.as('d')).select(sql<number>`count(*)::int`.as('count'))
}

function ratingSum(db: DbOrTx, id: PersonId) {
  const items = db
    .selectFrom('clothing_items')
    .select('id')
    .where('business_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_COUNTED)
  return (
    db
      .selectFrom(items.as('i'))
      // Item by item: the planner would read the sums of all items of the shop.
      .innerJoinLateral(
        (read) =>
          read
            .selectFrom('item_rating_sums')
            .select(['ratings', 'stars'])
            .whereRef('item_id', '=', 'i.id')
            .offset(sql.lit(0))
            .as('s'),
        (join) => join.onTrue(),
      )
      .select(sql<number>`coalesce(sum(s.ratings), 0)::int`.as('ratings'))
      .select(sql<number>`coalesce(sum(s.stars), 0)::int`.as('stars'))
  )
}
