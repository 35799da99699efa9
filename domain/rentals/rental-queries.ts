import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type {
  Cancellation,
  ConditionStatus,
  DeliveryStatus,
  RentalStatus,
  ReturnStatus,
} from '#db/enums.ts'
import type { ItemId, RentalId } from '#db/ids.ts'
import { NO_LOCATION } from '#domain/items/item-words.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import {
  type CalendarDate,
  calendarDateIn,
  daysBetween,
  showDate,
} from '#domain/shared/calendar-date.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { decodeNewestFirst, newestFirstKeys, type Page, toPage } from '#domain/shared/page.ts'
import { isIn, mayMove, objectionEnd, type RentalStage, stageOf } from './rental-stage.ts'
import { returnedCredits } from './returned-credits.ts'
import { isAtStage } from './stage-sql.ts'

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
  /** Cents that were held for it, and how many of them were kept. */
  readonly depositHeld: number
  readonly depositWithheld: number
  /** What the closet wrote when it looked at what came back. */
  readonly conditionNotes: string | null
  readonly renterPhone: string | null
  readonly deliveryAddress: string | null
  readonly deliveryNotes: string | null
  readonly mayCancel: boolean
  /** The renter is asked whether it was delivered: its days are over and nobody marked it. */
  readonly mayAnswer: boolean
  /** They said that it never arrived. */
  readonly isDenied: boolean
  /** Of a cancelled one: credits that came back. */
  readonly creditsReturned: number
  /** How many of them cannot be spent, because their payment is disputed. */
  readonly creditsOnHold: number
  /** The days on which it was asked for, accepted and so on; null for what has not happened. */
  readonly times: {
    readonly requested: string
    readonly accepted: string | null
    readonly delivered: string | null
    readonly returned: string | null
    readonly completed: string | null
    readonly cancelled: string | null
  }
  /** Until when the renter can object to what was kept; null where it is final or nothing was kept. */
  readonly objectUntil: Date | null
  /** Out with the shopper although its last day has passed, or back and not yet looked at. */
  readonly attention: 'overdue' | 'unreviewed' | 'plain'
  readonly daysLate: number
}

export type RentalTab = 'current' | 'past'

type Row = {
  id: RentalId
  item_id: ItemId
  title: string
  image_url: string | null
  size: string
  style: string
  city: string | null
  state: string | null
  owner_name: string
  owner_phone: string | null
  owner_instagram: string | null
  start_date: CalendarDate
  end_date: CalendarDate
  total_days: number
  total_credits: number
  status: RentalStatus
  delivery_status: DeliveryStatus
  return_status: ReturnStatus
  condition_status: ConditionStatus
  cancellation: Cancellation | null
  deposit_amount: number
  deposit_kept_amount: number
  condition_notes: string | null
  renter_phone: string | null
  delivery_address: string | null
  delivery_notes: string | null
  created_at: Date
  confirmed_at: Date | null
  delivered_at: Date | null
  returned_at: Date | null
  condition_reviewed_at: Date | null
  cancelled_at: Date | null
  handover_denied_at: Date | null
  credits_back: number
  credits_on_hold: number
  claimed_at: Date | null
}

const COLUMNS = sql`
  r.id, r.item_id, i.title, i.image_url, i.size, i.style, p.city, p.state,
  p.full_name as owner_name, p.phone as owner_phone,
  p.instagram_handle as owner_instagram, r.start_date, r.end_date, r.total_days, r.total_credits,
  r.status, r.delivery_status, r.return_status, r.condition_status,
  r.cancellation, r.deposit_amount, r.deposit_kept_amount, r.condition_notes,
  r.renter_phone, r.delivery_address, r.delivery_notes,
  r.created_at, r.confirmed_at, r.delivered_at, r.returned_at, r.condition_reviewed_at,
  r.cancelled_at, r.handover_denied_at,
  case when r.status = 'cancelled' then ${returnedCredits('all')} else 0 end as credits_back,
  case when r.status = 'cancelled' then ${returnedCredits('on hold')} else 0 end as credits_on_hold,
  (select c.decided_at from deposit_claims c
    where c.rental_id = r.id and c.final_at is null) as claimed_at`
const TABLES = sql`
  rentals r
  join clothing_items i on i.id = r.item_id
  join user_profiles p on p.id = r.owner_id`

/**
 * A page of the renter's rentals, newest first (spec 5.2): Current while live and not past the
 * last day, Past otherwise. What is overdue or waits for its review leads the first page of Past.
 */
export async function myRentals(
  db: Db,
  shopper: Shopper,
  wanted: { readonly tab: RentalTab; readonly after: string | null },
  today: CalendarDate,
  timeZone: string,
): Promise<Page<MyRental>> {
  const after = decodeNewestFirst(wanted.after)
  const isCurrent = sql`(${isAtStage('live', today)} and r.end_date >= ${today}::date)`
  const tab =
    wanted.tab === 'current'
      ? isCurrent
      : sql`(not ${isCurrent} and not (r.status = 'delivered' and r.end_date < ${today}::date))`
  const startingAfter = after
    ? sql`and (r.created_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${TABLES}
    where r.renter_id = ${shopper.id} and ${tab} ${startingAfter}
    order by r.created_at desc, r.id desc limit 25`.execute(db)
  const page = toPage(rows, newestFirstKeys)
  const leading = wanted.tab === 'past' && !after ? await needingAttention(db, shopper, today) : []
  return {
    rows: [...leading, ...page.rows].map((row) => shape(row, today, timeZone)),
    next: page.next,
  }
}

/** Rentals that are out past their last day or wait for their review: few, since each holds an item. */
async function needingAttention(db: Db, shopper: Shopper, today: CalendarDate): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${TABLES}
    where r.renter_id = ${shopper.id} and r.status = 'delivered' and r.end_date < ${today}::date
    order by r.end_date, r.id limit 100`.execute(db)
  return rows
}

export type RentalCounts = {
  readonly current: number
  readonly past: number
  /** Out with the shopper although their last day has passed. */
  readonly overdue: number
  /** Back after their last day, and not yet looked at. */
  readonly unreviewed: number
}

/** How many rentals the tabs and the banners above them speak of. */
export async function countMyRentals(
  db: Db,
  shopper: Shopper,
  today: CalendarDate,
): Promise<RentalCounts> {
  const current = sql`(${isAtStage('live', today)} and r.end_date >= ${today}::date)`
  const { rows } = await sql<RentalCounts>`
    select count(*) filter (where ${current})::int as current,
      count(*) filter (where not ${current})::int as past,
      count(*) filter (where ${isAtStage('pastDue', today)} and r.end_date < ${today}::date)::int
        as overdue,
      count(*) filter (where ${isAtStage(['returned'], today)} and r.end_date < ${today}::date)::int
        as unreviewed
    from rentals r
    where r.renter_id = ${shopper.id}`.execute(db)
  return rows[0] ?? { current: 0, past: 0, overdue: 0, unreviewed: 0 }
}

/** One rental of this renter, or null: somebody else's is not found. */
export async function findMyRental(
  db: Db,
  shopper: Shopper,
  rentalId: RentalId,
  today: CalendarDate,
  timeZone: string,
): Promise<MyRental | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${TABLES}
    where r.id = ${rentalId} and r.renter_id = ${shopper.id}`.execute(db)
  const [row] = rows
  return row ? shape(row, today, timeZone) : null
}

function shape(row: Row, today: CalendarDate, timeZone: string): MyRental {
  const dayOf = (at: Date | null) => at && showDate(calendarDateIn(timeZone, at))
  const stage = stageOf(row, today)
  const daysLate = isIn(stage, 'pastDue') ? Math.max(0, daysBetween(row.end_date, today)) : 0
  return {
    id: row.id,
    itemId: row.item_id,
    title: row.title,
    imageUrl: row.image_url,
    size: row.size,
    style: row.style,
    location: row.city && row.state ? `${row.city}, ${row.state}` : NO_LOCATION,
    owner: {
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
    depositHeld: row.deposit_amount,
    depositWithheld: row.deposit_kept_amount,
    conditionNotes: row.condition_notes,
    renterPhone: row.renter_phone,
    deliveryAddress: row.delivery_address,
    deliveryNotes: row.delivery_notes,
    mayCancel: mayMove('cancel', 'renter', row),
    mayAnswer: mayMove('confirm-delivery', 'renter', row, today),
    isDenied: row.handover_denied_at !== null,
    creditsReturned: row.credits_back,
    creditsOnHold: row.credits_on_hold,
    times: {
      requested: showDate(calendarDateIn(timeZone, row.created_at)),
      accepted: dayOf(row.confirmed_at),
      delivered: dayOf(row.delivered_at),
      returned: dayOf(row.returned_at),
      completed: dayOf(row.condition_reviewed_at),
      cancelled: dayOf(row.cancelled_at),
    },
    objectUntil: row.claimed_at && objectionEnd(row.claimed_at),
    attention: daysLate > 0 ? 'overdue' : stage === 'returned' ? 'unreviewed' : 'plain',
    daysLate,
  }
}

/** The rental by which this shopper holds the item now; null where somebody else does, or nobody. */
export async function liveRentalOf(
  db: DbOrTx,
  shopper: Shopper,
  itemId: ItemId,
): Promise<{
  readonly id: RentalId
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly status: RentalStatus
} | null> {
  const { rows } = await sql<{
    id: RentalId
    start: CalendarDate
    end: CalendarDate
    status: RentalStatus
  }>`
    select id, start_date::text as start, end_date::text as end, status from rentals
    where item_id = ${itemId} and renter_id = ${shopper.id}
      and status in (${liveStatuses}) limit 1`.execute(db)
  return rows[0] ?? null
}
