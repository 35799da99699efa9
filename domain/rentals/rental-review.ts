import type { Db } from '#db/connection.ts'
import { type KeepProblem, keepFromDeposit } from '#domain/deposits/deposits.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { type Outcome, refused } from '#domain/shared/outcome.ts'
import { freeItem } from './end-rental.ts'
import { type StepOn, type StepProblem, takeStep } from './take-step.ts'

// The look at an item that came back, business §4: once per rental.

/** What the owner writes about the condition; may be empty. */
export type ReviewWords = { readonly notes?: string }

/** The item came back as it was: the rental is complete and the item can be rented again. */
export async function approveCondition(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn & ReviewWords,
  now: Date,
): Promise<Outcome<null, StepProblem>> {
  return await takeStep(
    db,
    who,
    on,
    {
      move: 'approve condition',
      news: 'approved',
      changes: {
        status: 'completed',
        condition_status: 'approved',
        condition_notes: on.notes?.trim() || null,
        condition_reviewed_at: now,
        condition_reviewed_by: who.id,
      },
      after: (tx, rental) => freeItem(tx, rental, now),
    },
    now,
  )
}

export type KeepDepositProblem =
  | StepProblem
  | { readonly reason: 'amount-invalid'; readonly mostCents: number }
  | KeepProblem

/**
 * Keeps `cents` of the deposit for what happened to the item: whole cents, at least 1 and at most
 * what the rental's deposit is; what other reviews have kept of the same deposit is gone. The rental
 * is complete, and the rest of the deposit returns once no rental is open on it.
 */
export async function keepDeposit(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn & ReviewWords & { readonly cents: number },
  now: Date,
): Promise<Outcome<null, KeepDepositProblem>> {
  const { cents } = on
  return await takeStep<Exclude<KeepDepositProblem, StepProblem>>(
    db,
    who,
    on,
    {
      move: 'keep deposit',
      news: 'deposit-kept',
      changes: {
        status: 'completed',
        condition_status: 'deposit_kept',
        condition_notes: on.notes?.trim() || null,
        condition_reviewed_at: now,
        condition_reviewed_by: who.id,
        deposit_kept_amount: cents,
      },
      before: async (tx, rental) => {
        const mostCents = rental.deposit_amount
        if (!Number.isInteger(cents) || cents < 1 || cents > mostCents)
          return refused({ reason: 'amount-invalid', mostCents })
        const claim = { depositId: rental.deposit_id, rentalId: rental.id, cents }
        return await keepFromDeposit(tx, { ...claim, decidedBy: who.id }, now)
      },
      after: (tx, rental) => freeItem(tx, rental, now),
    },
    now,
  )
}
