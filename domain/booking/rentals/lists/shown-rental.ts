import { type InferResult, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { noShowCase } from '#domain/booking/rentals/records/give-credits-back.ts'
import { swapGoodwill } from '#domain/booking/rentals/records/swap-goodwill.ts'
import { handoverWay } from '#domain/booking/rentals/stage/handover-method.ts'
import { noShowOf } from '#domain/booking/rentals/stage/no-show.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import { stageOf } from '#domain/booking/rentals/stage/rental-stage.ts'
import { type CalendarDate, totalDaysOf } from '#domain/shared/time/calendar-date.ts'

/** Rentals `r` of items `i`, with what both sides see of them. */
export function shownRows(db: DbOrTx) {
  return db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select(['r.id', 'r.item_id', 'i.title', 'i.image_url', 'i.size', 'r.start_date'])
    .select(['r.end_date', 'r.total_days', 'r.total_credits', 'r.status', 'r.delivery_status'])
    .select(['r.return_status', 'r.condition_status', 'r.cancellation', 'r.created_at'])
    .select(['r.deposit_kept_amount', 'r.sent_back_at', 'r.sent_back_tracking'])
    .select(['r.answer_by', 'r.handover', 'r.handover_method', 'r.carrier', 'r.tracking_number'])
    .select(['r.renter_phone', 'r.delivery_address', 'r.delivery_notes'])
    .select(['r.delivery_arrangement', 'r.return_arrangement', 'r.credits_per_day'])
    .select(['r.proposed_start_date', 'r.proposed_end_date', 'r.proposal_answer_by'])
    .select('r.proposal_key')
    .select([
      sql<number>`coalesce((select c.returned_cents from deposit_claims c
        where c.rental_id = r.id), 0)`.as('returned_cents'),
      swapGoodwill.as('swap_goodwill'),
      noShowCase.as('no_show_case'),
    ])
}

type Row = InferResult<ReturnType<typeof shownRows>>[number]

export function shownRental(row: Row, today: CalendarDate) {
  return {
    id: row.id,
    itemId: row.item_id,
    title: row.title,
    imageUrl: row.image_url,
    size: row.size,
    start: row.start_date,
    end: row.end_date,
    totalDays: row.total_days,
    totalCredits: row.total_credits,
    /** Goodwill that paid for it after a swap and is never restored. */
    swapGoodwill: row.swap_goodwill,
    status: row.status,
    stage: stageOf(row, today),
    /** Until when the closet can answer the request; null once it has. */
    answerBy: row.status === 'pending' ? row.answer_by : null,
    /** The dates that the renter would like instead, until the closet answers. */
    proposed: proposedDates(row),
    deliveryStatus: row.delivery_status,
    returnStatus: row.return_status,
    conditionStatus: row.condition_status,
    cancellation: row.cancellation,
    noShow: noShowOf(row),
    /** How the renter chose to get it; null for rentals without a choice. */
    chosenHandover: row.handover,
    /** How the item was handed over at delivery; null before that, and where it is not known. */
    handover: handoverWay(row),
    /** When and where it is handed over and returned, as the closet says; null when it does not. */
    deliveryArrangement: row.delivery_arrangement,
    returnArrangement: row.return_arrangement,
    /** Cents withheld, and how many of them an appeal has returned. */
    withheldCents: row.deposit_kept_amount,
    returnedCents: row.returned_cents,
  }
}

/** The credits are what they cost more than those of the rental; less than 0 for what they return. */
function proposedDates(row: Row) {
  const { proposed_start_date: start, proposed_end_date: end, proposal_key: key } = row
  if (!start || !end || !key || !row.proposal_answer_by) return null
  const { totalCredits } = quote(row.credits_per_day, totalDaysOf(start, end))
  const credits = totalCredits - row.total_credits
  return { start, end, credits, answerBy: row.proposal_answer_by, key }
}

/** Where to deliver it; null when not stated. */
export function detailsOf(row: Pick<Row, 'renter_phone' | 'delivery_address' | 'delivery_notes'>) {
  return {
    renterPhone: row.renter_phone,
    deliveryAddress: row.delivery_address,
    deliveryNotes: row.delivery_notes,
  }
}
