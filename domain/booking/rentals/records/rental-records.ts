import { type InferResult, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { isIn, mayMove, moveNames, stageOf } from '#domain/booking/rentals/stage/rental-stage.ts'
import type { ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { decodeNewestFirst, type Page } from '#domain/shared/lists/page.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

// Rentals as programs read them: the facts, without words for a screen.

/** Whose rentals: those of a renter, or those of a closet's items. */
export type RentalSide =
  | { readonly as: 'renter'; readonly who: Shopper }
  | { readonly as: 'owner'; readonly who: ClosetOwner }

/** Rentals `r` with their facts under their public names: those of the API and of webhooks. */
export function rentalFacts(db: DbOrTx) {
  return db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select(['r.id', 'r.item_id', 'i.title', 'r.start_date', 'r.end_date'])
    .select(['r.total_days', 'r.total_credits', 'r.status', 'r.delivery_status'])
    .select(['r.return_status', 'r.condition_status', 'r.cancellation'])
    .select(['r.deposit_amount', 'r.deposit_kept_amount'])
    .select(['r.created_at as requested_at', 'r.answer_by', 'r.confirmed_at', 'r.delivered_at'])
    .select(['r.sent_back_at', 'r.returned_at', 'r.condition_reviewed_at as reviewed_at'])
    .select(['r.cancelled_at', 'r.proposed_start_date', 'r.proposed_end_date'])
    .select(['r.proposal_answer_by', 'r.proposal_key as proposal_id'])
}

const PAGE = 100

export type RecordsQuery = {
  /** Only those that are requested, confirmed or with the renter. */
  readonly live: boolean
  readonly after: string | null
}

function records(db: DbOrTx, { as, who }: RentalSide) {
  return rentalFacts(db)
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select([
      'r.handover',
      'r.handover_method',
      'r.carrier',
      'r.tracking_number',
      'r.condition_notes',
    ])
    .select(['renter.full_name as renter_name', 'owner.full_name as owner_name'])
    .select(['r.renter_phone', 'r.delivery_address', 'r.delivery_notes'])
    .where(as === 'renter' ? 'r.renter_id' : 'r.owner_id', '=', who.id)
}

/** A page of at most 100 rentals, the newest first. */
export async function rentalRecords(
  db: DbOrTx,
  side: RentalSide,
  { live, after }: RecordsQuery,
  today: CalendarDate,
): Promise<Page<RentalRecord>> {
  let found = records(db, side)
  if (live) found = found.where(sql<boolean>`r.status in (${liveStatuses})`)
  const { rows, next } = await newestPage(found, {
    by: ['r.created_at', 'r.id'],
    keysOf: (row) => [row.requested_at, row.id],
    from: decodeNewestFirst<RentalId>(after),
    size: PAGE,
  })
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

export type RentalRecord = ReturnType<typeof shape>

const NO_DETAILS = { renter_phone: null, delivery_address: null, delivery_notes: null }

/** Where to deliver it is included until it is over; the moves are those open to this side today. */
function shape(row: Row, { as }: RentalSide, today: CalendarDate) {
  const stage = stageOf(row, today)
  const moves = moveNames.filter((move) => mayMove(move, as, row, today))
  return { ...row, ...(isIn(stage, 'over') && NO_DETAILS), stage, moves }
}
