import { type InferResult, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type {
  Cancellation,
  ConditionStatus,
  DeliveryStatus,
  RentalStatus,
  ReturnStatus,
} from '#db/enums.ts'
import type { ItemId, RentalId } from '#db/ids.ts'
import { type HandoverWay, handoverWay } from '#domain/booking/rentals/stage/handover-method.ts'
import {
  isIn,
  type MoveName,
  mayMove,
  moveNames,
  type RentalStage,
  stageOf,
} from '#domain/booking/rentals/stage/rental-stage.ts'
import type { ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { decodeNewestFirst, newestFirstKeys, type Page, toPage } from '#domain/shared/lists/page.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

// Rentals as programs read them: the facts, without words for a screen.

/** Whose rentals: those of a renter, or those of a closet's items. */
export type RentalSide =
  | { readonly as: 'renter'; readonly who: Shopper }
  | { readonly as: 'owner'; readonly who: ClosetOwner }

export type RentalRecord = {
  readonly id: RentalId
  readonly itemId: ItemId
  readonly title: string
  readonly renterName: string
  readonly ownerName: string
  /** Where to deliver it; null once the rental is over. */
  readonly renterPhone: string | null
  readonly deliveryAddress: string | null
  readonly deliveryNotes: string | null
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly totalDays: number
  readonly totalCredits: number
  readonly status: RentalStatus
  readonly deliveryStatus: DeliveryStatus
  readonly returnStatus: ReturnStatus
  readonly conditionStatus: ConditionStatus
  readonly cancellation: Cancellation | null
  readonly stage: RentalStage
  readonly handover: HandoverWay | null
  /** Cents held for it, and cents withheld. */
  readonly depositCents: number
  readonly withheldCents: number
  readonly conditionNotes: string | null
  /** The moves open to this side today. */
  readonly moves: readonly MoveName[]
  readonly requestedAt: Date
  readonly confirmedAt: Date | null
  readonly deliveredAt: Date | null
  readonly sentBackAt: Date | null
  readonly returnedAt: Date | null
  readonly reviewedAt: Date | null
  readonly cancelledAt: Date | null
}

const PAGE = 100

export type RecordsQuery = {
  /** Only those that are requested, confirmed or with the renter. */
  readonly live: boolean
  readonly after: string | null
}

function records(db: DbOrTx, { as, who }: RentalSide) {
  return db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['r.id', 'r.item_id', 'i.title', 'renter.full_name as renter_name'])
    .select(['owner.full_name as owner_name', 'r.renter_phone', 'r.delivery_address'])
    .select(['r.delivery_notes', 'r.start_date', 'r.end_date', 'r.total_days', 'r.total_credits'])
    .select(['r.status', 'r.delivery_status', 'r.return_status', 'r.condition_status'])
    .select(['r.cancellation', 'r.handover_method', 'r.carrier', 'r.tracking_number'])
    .select(['r.deposit_amount', 'r.deposit_kept_amount', 'r.condition_notes', 'r.created_at'])
    .select(['r.confirmed_at', 'r.delivered_at', 'r.sent_back_at', 'r.returned_at'])
    .select(['r.condition_reviewed_at', 'r.cancelled_at'])
    .where(as === 'renter' ? 'r.renter_id' : 'r.owner_id', '=', who.id)
}

/** A page of at most 100 rentals, the newest first. */
export async function rentalRecords(
  db: DbOrTx,
  side: RentalSide,
  { live, after }: RecordsQuery,
  today: CalendarDate,
): Promise<Page<RentalRecord>> {
  const from = decodeNewestFirst<RentalId>(after)
  let list = records(db, side)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(sql.lit(PAGE + 1))
  if (live) list = list.where(sql<boolean>`r.status in (${liveStatuses})`)
  if (from)
    list = list.where((where) =>
      where(where.refTuple('r.created_at', 'r.id'), '<', where.tuple(from.at, from.id)),
    )
  const { rows, next } = toPage(await list.execute(), newestFirstKeys, PAGE)
  return { rows: rows.map((row) => shape(row, side, today)), next }
}

/** One rental of this side, or null: other people's rentals are not found. */
export async function findRentalRecord(
  db: DbOrTx,
  side: RentalSide,
  rentalId: RentalId,
  today: CalendarDate,
): Promise<RentalRecord | null> {
  const row = await records(db, side).where('r.id', '=', rentalId).executeTakeFirst()
  return row ? shape(row, side, today) : null
}

type Row = InferResult<ReturnType<typeof records>>[number]

function shape(row: Row, { as }: RentalSide, today: CalendarDate): RentalRecord {
  const stage = stageOf(row, today)
  const isOver = isIn(stage, 'over')
  return {
    id: row.id,
    itemId: row.item_id,
    title: row.title,
    renterName: row.renter_name,
    ownerName: row.owner_name,
    renterPhone: isOver ? null : row.renter_phone,
    deliveryAddress: isOver ? null : row.delivery_address,
    deliveryNotes: isOver ? null : row.delivery_notes,
    start: row.start_date,
    end: row.end_date,
    totalDays: row.total_days,
    totalCredits: row.total_credits,
    status: row.status,
    deliveryStatus: row.delivery_status,
    returnStatus: row.return_status,
    conditionStatus: row.condition_status,
    cancellation: row.cancellation,
    stage,
    handover: handoverWay(row),
    depositCents: row.deposit_amount,
    withheldCents: row.deposit_kept_amount,
    conditionNotes: row.condition_notes,
    moves: moveNames.filter((move) => mayMove(move, as, row, today)),
    requestedAt: row.created_at,
    confirmedAt: row.confirmed_at,
    deliveredAt: row.delivered_at,
    sentBackAt: row.sent_back_at,
    returnedAt: row.returned_at,
    reviewedAt: row.condition_reviewed_at,
    cancelledAt: row.cancelled_at,
  }
}
