import type { Db, DbOrTx } from '#db/connection.ts'
import type { AppealStatus } from '#db/enums.ts'
import type { ImageId, RentalId } from '#db/ids.ts'
import { moverOf } from '#domain/booking/rentals/rentals.ts'
import { decisionDue } from '#domain/care/cases/case-times.ts'
import { isForAnotherAdmin, isOwnDecision, mayAnswer } from '#domain/care/cases/cases.ts'
import { appealEnd } from '#domain/money/deposits/appeal-time.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { ownerPageOf } from '#domain/shared/lists/owner-page.ts'
import { partiesOf } from './decide-appeal.ts'

/** A withheld amount and its appeal, as both sides and admins see it; cents. */
export type ShownClaim = {
  readonly rentalId: RentalId
  readonly renterName: string
  readonly ownerName: string
  readonly title: string
  readonly withheldCents: number
  /** The closet's reason for keeping it. */
  readonly notes: string | null
  /** Until when the renter can appeal; null once they have, or it is too late. */
  readonly appealUntil: Date | null
  /** When the time to appeal ended, or will end. */
  readonly appealEndsAt: Date
  /** The closet can no longer sign in as one, so an admin answers for it. */
  readonly adminsAnswer: boolean
  readonly appeal: ShownAppeal | null
}

export type ShownAppeal = {
  readonly status: AppealStatus
  readonly words: string
  readonly imageIds: readonly ImageId[]
  readonly filedAt: Date
  readonly answer: string | null
  readonly answerImageIds: readonly ImageId[]
  readonly answeredBy: string | null
  readonly answeredAt: Date | null
  readonly answerDueAt: Date
  /** Null until it is answered. */
  readonly decisionDueAt: Date | null
  readonly decidedAt: Date | null
  /** Null when no admin decided. */
  readonly decidedBy: string | null
  /** The admin decided a case that they had a part in, because no other admin could. */
  readonly isOwnDecision: boolean
  readonly reasons: string | null
  readonly returnedCents: number
  /** What the viewer can do now. */
  readonly mayAnswer: boolean
  readonly mayWithdraw: boolean
  readonly mayDecide: boolean
  /** The viewer is an admin with a part in the case, so another admin has to decide. */
  readonly isForAnotherAdmin: boolean
}

/**
 * The amount withheld for a rental, and the appeal against it; null when nothing was withheld, or
 * when this person may not see the rental.
 */
export async function findAppeal(
  db: Db,
  who: Shopper | ClosetOwner | Admin,
  rentalId: RentalId,
  now: Date,
): Promise<ShownClaim | null> {
  const row = await claimRow(db, rentalId)
  const mover = row && moverOf(who, row)
  if (!row || !mover) return null
  const appealEndsAt = appealEnd(row.withheld_at)
  const isOpen = !row.status && !row.final_at && now < appealEndsAt
  return {
    rentalId,
    renterName: row.renter_name,
    ownerName: row.owner_name,
    title: row.title,
    withheldCents: row.kept_cents,
    notes: row.condition_notes,
    appealUntil: isOpen ? appealEndsAt : null,
    appealEndsAt,
    adminsAnswer: ownerPageOf(row, rentalId) === null,
    appeal: await shownAppeal(db, who, mover, row, now),
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof claimRow>>>

async function claimRow(db: DbOrTx, rentalId: RentalId) {
  return await db
    .selectFrom('deposit_claims as c')
    .innerJoin('rentals as r', 'r.id', 'c.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .leftJoin('deposit_appeals as a', 'a.rental_id', 'c.rental_id')
    .leftJoin('user_profiles as answerer', 'answerer.id', 'a.answered_by')
    .leftJoin('user_profiles as decider', 'decider.id', 'a.decided_by')
    .select(['r.renter_id', 'r.owner_id', 'i.title', 'r.condition_notes'])
    .select(['renter.full_name as renter_name', 'owner.full_name as owner_name'])
    .select(['owner.account_type as owner_type', 'owner.business_status as owner_status'])
    .select([
      'c.kept_cents',
      'c.decided_by as withheld_by',
      'c.decided_at as withheld_at',
      'c.final_at',
    ])
    .select(['a.status', 'a.words', 'a.image_ids', 'a.filed_at', 'a.answer', 'a.answer_image_ids'])
    .select(['a.answered_at', 'a.answered_by', 'a.answer_due_at', 'a.decided_at', 'a.decided_by'])
    .select(['a.reasons', 'a.returned_cents'])
    .select(['answerer.full_name as answerer_name', 'decider.full_name as decider_name'])
    .where('c.rental_id', '=', rentalId)
    .executeTakeFirst()
}

async function shownAppeal(
  db: Db,
  who: Shopper | ClosetOwner | Admin,
  mover: 'renter' | 'owner' | 'admin' | 'system',
  row: Row,
  now: Date,
): Promise<ShownAppeal | null> {
  const { status, filed_at: filedAt, answer_due_at: answerDueAt } = row
  if (!status || !filedAt || !answerDueAt) return null
  const isDecided = row.decided_at !== null
  const parties = partiesOf({
    withheldBy: row.withheld_by,
    rental: row,
    appeal: { answeredBy: row.answered_by },
  })
  const isAdmin = mover === 'admin'
  const isToDecide = isAdmin && status === 'answered'
  const isForAnother = isToDecide && (await isForAnotherAdmin(db, who.id, parties))
  return {
    status,
    words: row.words ?? '',
    imageIds: row.image_ids ?? [],
    filedAt,
    answer: row.answer,
    answerImageIds: row.answer_image_ids ?? [],
    answeredBy: row.answerer_name,
    answeredAt: row.answered_at,
    answerDueAt,
    decisionDueAt: row.answered_at && decisionDue(row.answered_at),
    decidedAt: row.decided_at,
    decidedBy: row.decider_name,
    isOwnDecision: row.decided_by !== null && isOwnDecision(row.decided_by, parties),
    reasons: row.reasons,
    returnedCents: row.returned_cents ?? 0,
    mayAnswer: status === 'open' && now < answerDueAt && (await mayAnswer(db, who, row)),
    mayWithdraw: mover === 'renter' && !isDecided,
    mayDecide: isToDecide && !isForAnother,
    isForAnotherAdmin: isForAnother,
  }
}
