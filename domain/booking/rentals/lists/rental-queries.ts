import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type {
  Cancellation,
  ConditionStatus,
  DeliveryStatus,
  RentalStatus,
  ReturnStatus,
} from '#db/enums.ts'
import type { ItemId, PersonId, RentalId } from '#db/ids.ts'
import { lateGoodwill } from '#domain/booking/rentals/records/late-goodwill.ts'
import { swapGoodwill } from '#domain/booking/rentals/records/swap-goodwill.ts'
import { type HandoverWay, handoverWay } from '#domain/booking/rentals/stage/handover-method.ts'
import { mayMove, type RentalStage, stageOf } from '#domain/booking/rentals/stage/rental-stage.ts'
import { returnedCredits } from '#domain/booking/rentals/stage/returned-credits.ts'
import { isAtStage } from '#domain/booking/rentals/stage/stage-sql.ts'
import { NO_LOCATION } from '#domain/catalogue/items/fields/item-words.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import {
  decodeNewestFirst,
  newestFirstKeys,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/lists/page.ts'
import { type CalendarDate, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'

/** A rental as its renter sees it in My Rentals (spec 5.2). */
export type MyRental = {
  readonly id: RentalId
  readonly itemId: ItemId
  readonly title: string
  readonly imageUrl: string | null
  readonly size: string
  readonly style: string
  /** 'city, state' of the owner, or 'Location not specified'. */
  readonly location: string
  readonly owner: {
    readonly id: PersonId
    readonly isAdmin: boolean
    readonly fullName: string
    readonly phone: string | null
    /** Without the @. */
    readonly instagramHandle: string | null
  }
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly totalDays: number
  readonly totalCredits: number
  readonly status: RentalStatus
  readonly stage: RentalStage
  readonly deliveryStatus: DeliveryStatus
  readonly returnStatus: ReturnStatus
  readonly conditionStatus: ConditionStatus
  readonly cancellation: Cancellation | null
  /** Cents held for it, how many of them were withheld, and returned after an appeal. */
  readonly depositCents: number
  readonly withheldCents: number
  readonly returnedCents: number
  /** The closet's notes from the review. */
  readonly conditionNotes: string | null
  readonly renterPhone: string | null
  readonly deliveryAddress: string | null
  readonly deliveryNotes: string | null
  readonly mayCancel: boolean
  readonly maySendBack: boolean
  /** How the item was handed over at delivery; null before that, and where it is not known. */
  readonly handover: HandoverWay | null
  /** The day on which the renter sent it back, as text; null unless it is on its way. */
  readonly sentBack: { readonly on: string; readonly tracking: string | null } | null
  readonly mayExtend: boolean
  /** The renter is asked whether it was delivered: its days are over and nobody marked it so. */
  readonly mayAnswer: boolean
  /** The renter answered that it never arrived. */
  readonly isDenied: boolean
  /** Credits refunded when it was cancelled. */
  readonly creditsReturned: number
  /** How many of them are on hold because their payment is disputed. */
  readonly creditsOnHold: number
  /** Goodwill credits added because the rental before was late. */
  readonly lateGoodwill: number
  /** Goodwill that paid for it after a swap and is never restored. */
  readonly swapGoodwill: number
  /** The days on which it was requested, accepted and so on; null for steps not taken. */
  readonly times: {
    readonly requested: string
    readonly accepted: string | null
    readonly delivered: string | null
    readonly returned: string | null
    readonly completed: string | null
    readonly cancelled: string | null
  }
}

export type RentalTab = 'current' | 'past'

function myRows(db: DbOrTx, shopper: Shopper) {
  return db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as p', 'p.id', 'r.owner_id')
    .select(['r.id', 'r.item_id', 'i.title', 'i.image_url', 'i.size', 'i.style', 'p.city'])
    .select(['p.state', 'p.full_name as owner_name', 'p.phone as owner_phone'])
    .select(['p.instagram_handle as owner_instagram', 'r.start_date', 'r.end_date'])
    .select(['r.total_days', 'r.total_credits', 'r.status', 'r.delivery_status'])
    .select(['r.return_status', 'r.condition_status', 'r.cancellation', 'r.deposit_amount'])
    .select(['r.deposit_kept_amount', 'r.condition_notes', 'r.renter_phone', 'p.account_type'])
    .select([
      'r.delivery_address',
      'r.delivery_notes',
      'r.created_at',
      'r.confirmed_at',
      'r.owner_id',
    ])
    .select(['r.delivered_at', 'r.returned_at', 'r.condition_reviewed_at', 'r.cancelled_at'])
    .select(['r.handover_denied_at', 'r.sent_back_at', 'r.sent_back_tracking'])
    .select(['r.handover_method', 'r.carrier', 'r.tracking_number'])
    .select([
      sql<number>`case when r.status = 'cancelled' then ${returnedCredits('all')} else 0 end`.as(
        'credits_back',
      ),
      sql<number>`case when r.status = 'cancelled' then ${returnedCredits('on hold')} else 0 end`.as(
        'credits_on_hold',
      ),
      lateGoodwill.as('late_goodwill'),
      swapGoodwill.as('swap_goodwill'),
      sql<number>`coalesce((select c.returned_cents from deposit_claims c
        where c.rental_id = r.id), 0)`.as('returned_cents'),
    ])
    .where('r.renter_id', '=', shopper.id)
}

/** Live, and not past its last day; when out with the renter, until it is late. */
const isCurrent = (today: CalendarDate) =>
  sql<boolean>`(${isAtStage('live', today)}
    and (r.end_date >= ${today}::date or ${isAtStage(['out'], today)}))`

type Row = InferResult<ReturnType<typeof myRows>>[number]

/**
 * A page of the renter's rentals, newest first (spec 5.2): Current while live and not past the last
 * day, or out and not late yet; Past otherwise. The first page begins with the `leading` ones that
 * are next: at risk, with the renter, or awaiting review.
 */
export async function myRentals(
  db: Db,
  shopper: Shopper,
  wanted: { readonly tab: RentalTab; readonly after: string | null },
  today: CalendarDate,
  timeZone: string,
): Promise<Page<MyRental> & { readonly leading: number }> {
  const after = decodeNewestFirst<RentalId>(wanted.after)
  const tab = wanted.tab === 'current' ? isCurrent(today) : sql<boolean>`not ${isCurrent(today)}`
  let list = myRows(db, shopper)
    .where(tab)
    .where(sql<boolean>`not ${isLeading}`)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
  if (after)
    list = list.where((where) =>
      where(where.refTuple('r.created_at', 'r.id'), '<', where.tuple(after.at, after.id)),
    )
  const page = toPage(await list.execute(), newestFirstKeys)
  const leading = after ? [] : await leadingRows(db, shopper, tab)
  return {
    rows: [...leading, ...page.rows].map((row) => shape(row, today, timeZone)),
    leading: leading.length,
    next: page.next,
  }
}

const isAtRisk = sql<boolean>`(r.at_risk_since is not null and r.status in ('pending', 'confirmed'))`
const isLeading = sql<boolean>`(r.status = 'delivered' or ${isAtRisk})`

/** Those to be decided, and then those due soonest: few, since each holds an item. */
async function leadingRows(db: Db, shopper: Shopper, tab: RawBuilder<boolean>): Promise<Row[]> {
  return myRows(db, shopper)
    .where(tab)
    .where(isLeading)
    .orderBy(isAtRisk, 'desc')
    .orderBy('r.end_date')
    .orderBy('r.id')
    .limit(sql.lit(100))
    .execute()
}

export type RentalCounts = {
  readonly current: number
  readonly past: number
  /** With the renter, past the last day. */
  readonly overdue: number
  /** Returned after their last day, and not yet reviewed. */
  readonly unreviewed: number
}

/** The numbers in the tabs and the banners above them. */
export async function countMyRentals(
  db: Db,
  shopper: Shopper,
  today: CalendarDate,
): Promise<RentalCounts> {
  const current = isCurrent(today)
  const counted = (condition: RawBuilder<unknown>) =>
    sql<number>`count(*) filter (where ${condition})::int`
  return db
    .selectFrom('rentals as r')
    .select([
      counted(current).as('current'),
      counted(sql`not ${current}`).as('past'),
      counted(sql`${isAtStage('pastDue', today)} and not ${current}`).as('overdue'),
      counted(sql`${isAtStage(['returned'], today)} and not ${current}`).as('unreviewed'),
    ])
    .where('r.renter_id', '=', shopper.id)
    .executeTakeFirstOrThrow()
}

/** A rental of this renter, or null: other people's rentals are not found. */
export async function findMyRental(
  db: Db,
  shopper: Shopper,
  rentalId: RentalId,
  today: CalendarDate,
  timeZone: string,
): Promise<MyRental | null> {
  const row = await myRows(db, shopper).where('r.id', '=', rentalId).executeTakeFirst()
  return row ? shape(row, today, timeZone) : null
}

function shape(row: Row, today: CalendarDate, timeZone: string): MyRental {
  const dayOf = (at: Date | null) => at && showDate(calendarDateIn(timeZone, at))
  const stage = stageOf(row, today)
  return {
    id: row.id,
    itemId: row.item_id,
    title: row.title,
    imageUrl: row.image_url,
    size: row.size,
    style: row.style,
    location: row.city && row.state ? `${row.city}, ${row.state}` : NO_LOCATION,
    owner: {
      id: row.owner_id,
      isAdmin: row.account_type === 'admin',
      fullName: row.owner_name,
      phone: row.owner_phone,
      instagramHandle: row.owner_instagram?.replace(/^@/, '') ?? null,
    },
    start: row.start_date,
    end: row.end_date,
    totalDays: row.total_days,
    totalCredits: row.total_credits,
    status: row.status,
    stage,
    deliveryStatus: row.delivery_status,
    returnStatus: row.return_status,
    conditionStatus: row.condition_status,
    cancellation: row.cancellation,
    depositCents: row.deposit_amount,
    withheldCents: row.deposit_kept_amount,
    returnedCents: row.returned_cents,
    conditionNotes: row.condition_notes,
    renterPhone: row.renter_phone,
    deliveryAddress: row.delivery_address,
    deliveryNotes: row.delivery_notes,
    mayCancel: mayMove('cancel', 'renter', row),
    maySendBack: mayMove('send-back', 'renter', row),
    handover: handoverWay(row),
    sentBack:
      stage === 'sent-back' && row.sent_back_at
        ? {
            on: showDate(calendarDateIn(timeZone, row.sent_back_at)),
            tracking: row.sent_back_tracking,
          }
        : null,
    mayExtend: mayMove('extend', 'renter', row, today),
    mayAnswer: mayMove('confirm-delivery', 'renter', row, today),
    isDenied: row.handover_denied_at !== null,
    creditsReturned: row.credits_back,
    creditsOnHold: row.credits_on_hold,
    lateGoodwill: row.late_goodwill,
    swapGoodwill: row.swap_goodwill,
    times: {
      requested: showDate(calendarDateIn(timeZone, row.created_at)),
      accepted: dayOf(row.confirmed_at),
      delivered: dayOf(row.delivered_at),
      returned: dayOf(row.returned_at),
      completed: dayOf(row.condition_reviewed_at),
      cancelled: dayOf(row.cancelled_at),
    },
  }
}
