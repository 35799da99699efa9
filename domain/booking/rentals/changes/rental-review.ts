import type { Db } from '#db/connection.ts'
import type { ImageId } from '#db/ids.ts'
import { completeRental } from '#domain/booking/rentals/records/end-rental.ts'
import { type HandoverProblem, writeHandover } from '#domain/booking/rentals/records/handovers.ts'
import { isIn } from '#domain/booking/rentals/stage/rental-stage.ts'
import { isOnDay, mayArrive } from '#domain/booking/rentals/stage/stage-days.ts'
import { writePaused } from '#domain/catalogue/items/items.ts'
import {
  type WithholdProblem,
  withholdFromDeposit,
  withholdRest,
} from '#domain/money/deposits/deposits.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { cancelAfterLoss } from './late-returns.ts'
import { type Step, type StepOn, type StepProblem, takeStep } from './take-step.ts'

// The review of a returned item, spec 5.4, or of one that never came back, spec 5.12: once per rental.

/**
 * The item is in good condition: the rental is completed and the item can be rented again. `notes`
 * on its condition are optional; the renter can read them.
 */
export async function approveCondition(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn & { readonly notes?: string },
  now: Date,
): Promise<Outcome<null, StepProblem>> {
  return await takeStep(db, who, on, approvalStep(who, on, now), now)
}

export function approvalStep(
  who: ClosetOwner | Admin,
  on: { readonly notes?: string },
  now: Date,
): Step<never> {
  return {
    move: 'approve-condition',
    changes: {
      status: 'completed',
      condition_status: 'approved',
      condition_notes: on.notes?.trim() || null,
      condition_reviewed_at: now,
      condition_reviewed_by: who.id,
    },
    after: (tx, rental) => completeRental(tx, rental, now),
  }
}

export type WithholdDepositProblem =
  | StepProblem
  | { readonly reason: 'amount-invalid'; readonly maxCents: number }
  | { readonly reason: 'reason-missing' }
  | HandoverProblem
  | WithholdProblem

/**
 * Withholds `cents` of the deposit for damage to the item: whole cents, from 1 to the rental's
 * deposit, less what other reviews have withheld from the same deposit. The rental is completed,
 * and the rest of the deposit is refunded once no rental is open on it. `notes`, the reason for the
 * renter, is required. Both sides see the photos of the damage.
 */
export async function keepDeposit(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn & {
    readonly cents: number
    readonly notes: string
    readonly imageIds?: readonly ImageId[]
  },
  now: Date,
): Promise<Outcome<null, WithholdDepositProblem>> {
  const { cents } = on
  const notes = on.notes.trim()
  return await takeStep<Exclude<WithholdDepositProblem, StepProblem>>(
    db,
    who,
    on,
    {
      move: 'keep-deposit',
      changes: {
        status: 'completed',
        condition_status: 'deposit_kept',
        condition_notes: notes,
        condition_reviewed_at: now,
        condition_reviewed_by: who.id,
        deposit_kept_amount: cents,
      },
      before: async (tx, rental) => {
        const maxCents = rental.deposit_amount
        if (!Number.isInteger(cents) || cents < 1 || cents > maxCents)
          return refused({ reason: 'amount-invalid', maxCents })
        if (notes === '') return refused({ reason: 'reason-missing' })
        const claim = { depositId: rental.deposit_id, rentalId: rental.id, cents }
        const withheld = await withholdFromDeposit(tx, { ...claim, decidedBy: who.id }, now)
        if (!withheld.ok) return withheld
        return await writeHandover(
          tx,
          who,
          rental.id,
          'review',
          { imageIds: on.imageIds ?? [] },
          now,
        )
      },
      after: (tx, rental) => completeRental(tx, rental, now),
    },
    now,
  )
}

export type MarkLostProblem =
  | StepProblem
  | { readonly reason: 'not-lost-yet'; readonly lastDay: CalendarDate }
  /** The renter has sent it back, and it may still arrive. */
  | { readonly reason: 'on-its-way' }
  | { readonly reason: 'reason-missing' }

/**
 * The item never came back: from `LOST_AFTER_DAYS` days after the last day. The rental is completed,
 * and what is left of its deposit is withheld in full, at most what it held for this rental. The item
 * is paused, and later rentals of it are cancelled. `notes`, the statement for the renter, is
 * required. When the item turns up, `recordReturn` reopens the review.
 */
export async function markLost(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn & { readonly today: CalendarDate; readonly notes: string },
  now: Date,
): Promise<Outcome<null, MarkLostProblem>> {
  const notes = on.notes.trim()
  return await takeStep<Exclude<MarkLostProblem, StepProblem>>(
    db,
    who,
    on,
    {
      move: 'mark-lost',
      changes: {
        status: 'completed',
        return_status: 'late',
        condition_notes: notes,
        condition_reviewed_at: now,
        condition_reviewed_by: who.id,
      },
      findProblem: (stage, { end_date: lastDay, sent_back_at }) => {
        if (!isIn(stage, 'notReturned')) return null
        if (!isOnDay(['from', 'lostDay'], { start_date: lastDay, end_date: lastDay }, on.today))
          return { reason: 'not-lost-yet', lastDay }
        return mayArrive(sent_back_at, on.today) ? { reason: 'on-its-way' } : null
      },
      before: async (tx, rental) => {
        if (notes === '') return refused({ reason: 'reason-missing' })
        const { deposit_id: depositId, id: rentalId, deposit_amount: maxCents } = rental
        const claim = { depositId, rentalId, maxCents, decidedBy: who.id }
        const cents = await withholdRest(tx, claim, now)
        return done({
          condition_status: cents > 0 ? 'deposit_kept' : 'approved',
          deposit_kept_amount: cents,
          ...(rental.late_at === null && { late_at: now, late_by: who.id }),
        })
      },
      after: async (tx, rental) => {
        await writePaused(tx, who, { itemId: rental.item_id, paused: true }, now)
        await cancelAfterLoss(tx, who, rental, { now, origin: on.origin })
        await completeRental(tx, rental, now)
      },
    },
    now,
  )
}
