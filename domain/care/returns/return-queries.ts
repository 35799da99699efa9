import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ReturnReason, ReturnRequestStatus } from '#db/enums.ts'
import type { ImageId, RentalId } from '#db/ids.ts'
import { moverOf, swapGoodwill } from '#domain/booking/rentals/rentals.ts'
import { decisionDue } from '#domain/care/cases/case-times.ts'
import { isForAnotherAdmin, mayAnswer, type Parties } from '#domain/care/cases/cases.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { ownerPageOf } from '#domain/shared/lists/owner-page.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { creditsBack, creditsForRenter, requestEnd } from './return-limits.ts'
import { isInTime, mayRequest } from './returns.ts'

/** The return request of a rental, or the option to make one, for both sides and admins. */
export type ShownReturn = {
  readonly rentalId: RentalId
  readonly title: string
  readonly renterName: string
  readonly ownerName: string
  /** Until when the viewer can make a request; null if too late, and for all but the renter. */
  readonly askUntil: Date | null
  readonly isFitReturned: boolean
  /** The reasons possible for this item and day, with the credits that each restores. */
  readonly reasons: readonly { readonly reason: ReturnReason; readonly credits: number }[]
  /** The closet can no longer sign in as one, so an admin answers for it. */
  readonly adminsAnswer: boolean
  readonly request: ShownRequest | null
}

export type ShownRequest = {
  readonly reason: ReturnReason
  readonly status: ReturnRequestStatus
  readonly words: string
  readonly imageIds: readonly ImageId[]
  readonly requestedAt: Date
  readonly answer: string | null
  readonly answeredBy: string | null
  readonly answeredAt: Date | null
  readonly answerDueAt: Date
  /** Null until it is contested. */
  readonly decisionDueAt: Date | null
  /** The deadline has passed without a decision. */
  readonly isOverdue: boolean
  readonly decidedAt: Date | null
  /** Null when no person decided. */
  readonly decidedBy: string | null
  readonly reasons: string | null
  /** The credits it restores once it is accepted and the item is returned. */
  readonly credits: number
  /** The item was returned and the credits were restored. */
  readonly isRestored: boolean
  /** What the viewer can do now. */
  readonly mayAnswer: boolean
  readonly mayWithdraw: boolean
  readonly mayDecide: boolean
  /** This admin is involved in the case, so another one has to decide. */
  readonly isForAnotherAdmin: boolean
}

/**
 * The return request of a rental; null if there is none and the viewer cannot make one, or if they
 * may not see the rental.
 */
export async function findReturn(
  db: Db,
  who: Shopper | ClosetOwner | Admin,
  rentalId: RentalId,
  now: Date,
  today: CalendarDate,
): Promise<ShownReturn | null> {
  const row = await rowOf(db, rentalId)
  const mover = row && moverOf(who, row)
  if (!row || !mover) return null
  const allowed = row.is_fit_returned
    ? (['does_not_fit', 'not_as_described'] as const)
    : (['not_as_described'] as const)
  const reasons = allowed.filter((reason) => isInTime(reason, row, today))
  const isUnasked = mover === 'renter' && row.request_status === null
  const isOpen = isUnasked && mayRequest(row, now) && reasons.length > 0
  if (row.request_status === null && !isOpen) return null
  return {
    rentalId,
    title: row.title,
    renterName: row.renter_name,
    ownerName: row.owner_name,
    askUntil: isOpen && row.delivered_at ? requestEnd(row.delivered_at) : null,
    isFitReturned: row.is_fit_returned,
    reasons: reasons.map((reason) => ({ reason, credits: creditsFor(reason, row) })),
    adminsAnswer: ownerPageOf(row, rentalId) === null,
    request: await shownRequest(db, who, mover, row, now),
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>

async function rowOf(db: Db, rentalId: RentalId) {
  return await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .leftJoin('return_requests as q', 'q.rental_id', 'r.id')
    .leftJoin('user_profiles as answerer', 'answerer.id', 'q.answered_by')
    .leftJoin('user_profiles as decider', 'decider.id', 'q.decided_by')
    .select(['r.renter_id', 'r.owner_id', 'i.title', 'r.status', 'r.return_status'])
    .select(['r.cancellation', 'r.start_date', 'r.end_date', 'r.sent_back_at', 'r.delivered_at'])
    .select('r.delivered_by')
    .select(['r.total_credits', 'r.credits_per_day', swapGoodwill.as('swap_goodwill')])
    .select(sql<boolean>`r.fit_returns or i.fit_returns`.as('is_fit_returned'))
    .select(['renter.full_name as renter_name', 'owner.full_name as owner_name'])
    .select(['owner.account_type as owner_type', 'owner.business_status as owner_status'])
    .select(['q.reason', 'q.status as request_status', 'q.words', 'q.image_ids', 'q.asked_at'])
    .select(['q.answer', 'q.answered_at', 'q.answered_by', 'q.answer_due_at', 'q.decided_at'])
    .select(['q.decided_by', 'q.reasons', 'q.credits_back'])
    .select(['answerer.full_name as answerer_name', 'decider.full_name as decider_name'])
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
}

/** The credits that the renter gets for this reason, or from the accepted request. */
function creditsFor(reason: ReturnReason, row: Row, accepted: number | null = null): number {
  const rental = {
    totalCredits: row.total_credits,
    creditsPerDay: row.credits_per_day,
    swapGoodwill: row.swap_goodwill,
  }
  return creditsForRenter(accepted ?? creditsBack(reason, rental), rental)
}

async function shownRequest(
  db: Db,
  who: Shopper | ClosetOwner | Admin,
  mover: 'renter' | 'owner' | 'admin' | 'system',
  row: Row,
  now: Date,
): Promise<ShownRequest | null> {
  const { request_status: status, reason, asked_at: requestedAt, answer_due_at: answerDueAt } = row
  if (!status || !reason || !requestedAt || !answerDueAt) return null
  const parties: Parties = [row.renter_id, row.owner_id, row.answered_by]
  const isToDecide = mover === 'admin' && status === 'contested'
  const isForAnother = isToDecide && (await isForAnotherAdmin(db, who.id, parties))
  const decisionDueAt = row.answered_at && decisionDue(row.answered_at)
  return {
    reason,
    status,
    words: row.words ?? '',
    imageIds: row.image_ids ?? [],
    requestedAt,
    answer: row.answer,
    answeredBy: row.answerer_name,
    answeredAt: row.answered_at,
    answerDueAt,
    decisionDueAt: status === 'contested' ? decisionDueAt : null,
    isOverdue: status === 'contested' && decisionDueAt !== null && decisionDueAt < now,
    decidedAt: row.decided_at,
    decidedBy: row.decider_name,
    reasons: row.reasons,
    credits: creditsFor(reason, row, status === 'accepted' ? row.credits_back : null),
    isRestored: status === 'accepted' && row.return_status === 'returned',
    mayAnswer: status === 'open' && now < answerDueAt && (await mayAnswer(db, who, row)),
    mayWithdraw: mover === 'renter' && row.decided_at === null,
    mayDecide: isToDecide && !isForAnother,
    isForAnotherAdmin: isForAnother,
  }
}
