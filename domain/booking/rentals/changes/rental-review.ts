import type { Db } from '#db/connection.ts'
import type { ImageId } from '#db/ids.ts'
import { completeRental } from '#domain/booking/rentals/records/end-rental.ts'
import { type HandoverProblem, writeHandover } from '#domain/booking/rentals/records/handovers.ts'
import { type WithholdProblem, withholdFromDeposit } from '#domain/money/deposits/deposits.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { type Outcome, refused } from '#domain/shared/outcome.ts'
import { type Step, type StepOn, type StepProblem, takeStep } from './take-step.ts'

// The review of a returned item, spec 5.4: once per rental.

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
