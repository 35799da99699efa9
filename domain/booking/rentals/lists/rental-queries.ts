import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { isBackNotAsDescribed } from '#domain/booking/rentals/records/give-credits-back.ts'
import { lateGoodwill } from '#domain/booking/rentals/records/late-goodwill.ts'
import { letDownOf } from '#domain/booking/rentals/stage/let-down.ts'
import { isIn, mayMove } from '#domain/booking/rentals/stage/rental-stage.ts'
import { returnedCredits } from '#domain/booking/rentals/stage/returned-credits.ts'
import { isAtStage } from '#domain/booking/rentals/stage/stage-sql.ts'
import { NO_LOCATION } from '#domain/catalogue/items/fields/item-words.ts'
import {
  type SecuringDeposit,
  securingColumns,
  securingDeposit,
} from '#domain/money/deposits/deposits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { decodeNewestFirst, type Page } from '#domain/shared/lists/page.ts'
import { type CalendarDate, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showDeadline } from '#domain/shared/time/show-instant.ts'
import { detailsOf, shownRental, shownRows } from './shown-rental.ts'

/** A rental as its renter sees it in My Rentals (spec 5.2). */
export type MyRental = ReturnType<typeof shape>

/** With what its page shows besides. */
export type MyRentalPage = MyRental & {
  readonly deposit: SecuringDeposit | null
  /** What its closet says about the return; null without, and while the renter does not have it. */
  readonly returnInstructions: string | null
}

export type RentalTab = 'current' | 'past'

function myRows(db: DbOrTx, shopper: Shopper) {
  return shownRows(db)
    .innerJoin('user_profiles as p', 'p.id', 'r.owner_id')
    .select(['i.style', 'p.city', 'p.state', 'p.full_name as owner_name', 'p.phone as owner_phone'])
    .select(['p.instagram_handle as owner_instagram', 'p.account_type', 'r.owner_id'])
    .select(['r.deposit_amount', 'r.condition_notes', 'r.confirmed_at', 'r.delivered_at'])
    .select(['r.returned_at', 'r.condition_reviewed_at', 'r.cancelled_at'])
    .select(['r.handover_denied_at', 'r.at_risk_since', 'r.swapped_for'])
    .select(isBackNotAsDescribed.as('not_as_described'))
    .select([
      sql<number>`case when r.status = 'cancelled' then ${returnedCredits('all')} else 0 end`.as(
        'credits_back',
      ),
      sql<number>`case when r.status = 'cancelled' then ${returnedCredits('on hold')} else 0 end`.as(
        'credits_on_hold',
      ),
      lateGoodwill.as('late_goodwill'),
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
 * are next: at risk, to be answered, with the renter, or awaiting review.
 */
export async function myRentals(
  db: Db,
  shopper: Shopper,
  wanted: { readonly tab: RentalTab; readonly after: string | null },
  today: CalendarDate,
  timeZone: string,
): Promise<Page<MyRental> & { readonly leading: number }> {
  const from = decodeNewestFirst<RentalId>(wanted.after)
  const tab = wanted.tab === 'current' ? isCurrent(today) : sql<boolean>`not ${isCurrent(today)}`
  const others = myRows(db, shopper)
    .where(tab)
    .where(sql<boolean>`not ${isLeading(today)}`)
  const page = await newestPage(others, {
    by: ['r.created_at', 'r.id'],
    keysOf: (row) => [row.created_at, row.id],
    from,
  })
  const leading = from ? [] : await leadingRows(db, shopper, tab, today)
  return {
    rows: [...leading, ...page.rows].map((row) => shape(row, today, timeZone)),
    leading: leading.length,
    next: page.next,
  }
}

const isAtRisk = sql<boolean>`(r.at_risk_since is not null and r.status in ('pending', 'confirmed'))`
const needsAnswer = (today: CalendarDate) =>
  sql<boolean>`(${isAtStage(['undelivered'], today)} and r.handover_denied_at is null)`
const isLeading = (today: CalendarDate) =>
  sql<boolean>`(r.status = 'delivered' or ${isAtRisk} or ${needsAnswer(today)})`

/** Those to be decided, and then those due soonest: few, since each holds an item. */
async function leadingRows(
  db: Db,
  shopper: Shopper,
  tab: RawBuilder<boolean>,
  today: CalendarDate,
): Promise<Row[]> {
  return myRows(db, shopper)
    .where(tab)
    .where(isLeading(today))
    .orderBy(sql`(${isAtRisk} or ${needsAnswer(today)})`, 'desc')
    .orderBy('r.end_date')
    .orderBy('r.id')
    .limit(100)
    .execute()
}

export type RentalCounts = Awaited<ReturnType<typeof countMyRentals>>

/** The numbers in the tabs and the banners above them. */
export async function countMyRentals(db: Db, shopper: Shopper, today: CalendarDate) {
  const current = isCurrent(today)
  const counted = (condition: RawBuilder<unknown>) =>
    sql<number>`count(*) filter (where ${condition})::int`
  return await db
    .selectFrom('rentals as r')
    .select([
      counted(current).as('current'),
      counted(sql`not ${current}`).as('past'),
      // With the renter, past the last day.
      counted(sql`${isAtStage('pastDue', today)} and not ${current}`).as('overdue'),
      // Returned after their last day, and not yet reviewed.
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
): Promise<MyRentalPage | null> {
  const row = await myRows(db, shopper)
    .leftJoin('deposits as d', 'd.id', 'r.deposit_id')
    .select(securingColumns)
    .select('p.return_instructions')
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
  if (!row) return null
  const rental = shape(row, today, timeZone)
  return {
    ...rental,
    deposit: securingDeposit(row),
    returnInstructions: isIn(rental.stage, 'withRenter') ? row.return_instructions : null,
  }
}

/** Whether it was sent back, or returned, before its last day. */
function isBackBefore({ sent_back_at, returned_at, end_date }: Row, timeZone: string): boolean {
  const at = sent_back_at ?? returned_at
  return at !== null && calendarDateIn(timeZone, at) < end_date
}

function shape(row: Row, today: CalendarDate, timeZone: string) {
  const dayOf = (at: Date | null) => at && showDate(calendarDateIn(timeZone, at))
  const shown = shownRental(row, today)
  return {
    ...shown,
    ...detailsOf(row),
    answerBy: shown.answerBy && showDeadline(shown.answerBy, timeZone),
    proposed: shown.proposed && {
      ...shown.proposed,
      answerBy: showDeadline(shown.proposed.answerBy, timeZone),
    },
    /** How the renter was let down who can still take another item. */
    letDown: letDownOf(row, today),
    style: row.style,
    /** 'city, state' of the owner, or 'Location not specified'. */
    location: row.city && row.state ? `${row.city}, ${row.state}` : NO_LOCATION,
    owner: {
      id: row.owner_id,
      isAdmin: row.account_type === 'admin',
      fullName: row.owner_name,
      phone: row.owner_phone,
      /** Without the @. */
      instagramHandle: row.owner_instagram?.replace(/^@/, '') ?? null,
    },
    /** Cents held when it was requested. */
    depositCents: row.deposit_amount,
    /** The closet's notes from the review. */
    conditionNotes: row.condition_notes,
    mayCancel: mayMove('cancel', 'renter', row),
    maySendBack: mayMove('send-back', 'renter', row),
    /** The day on which the renter sent it back, as text; null unless it is on its way. */
    sentBack:
      shown.stage === 'sent-back' && row.sent_back_at
        ? {
            on: showDate(calendarDateIn(timeZone, row.sent_back_at)),
            tracking: row.sent_back_tracking,
          }
        : null,
    isBackEarly: isBackBefore(row, timeZone),
    mayExtend: shown.proposed === null && mayMove('extend', 'renter', row, today),
    mayChangeDates: mayMove('change-dates', 'renter', row, today),
    /** The renter is asked whether it was delivered: its days are over and nobody marked it so. */
    mayAnswer: mayMove('confirm-delivery', 'renter', row, today),
    /** The renter answered that it never arrived. */
    isDenied: row.handover_denied_at !== null,
    /** Credits refunded when it was cancelled, and those on hold because of a dispute. */
    creditsReturned: row.credits_back,
    creditsOnHold: row.credits_on_hold,
    /** Goodwill credits added because the rental before was late. */
    lateGoodwill: row.late_goodwill,
    /** The days on which it was requested, accepted and so on; null for steps not taken. */
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
