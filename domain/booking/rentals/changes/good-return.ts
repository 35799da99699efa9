import { type Db, inTransactionOrRollback } from '#db/connection.ts'
import { lockRental } from '#domain/booking/rentals/records/rental-locks.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { type CorrectionProblem, correctIn, undoing } from './corrections.ts'
import { approvalStep } from './rental-review.ts'
import { type HandoverStepProblem, returnStep } from './rental-steps.ts'
import { type StepOn, takeStepIn } from './take-step.ts'

/**
 * The item is back and fine (spec 5.4): records its return, if nobody has yet, and approves its
 * condition, both or neither.
 */
export async function returnInGoodCondition(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn,
  now: Date,
): Promise<Outcome<null, HandoverStepProblem>> {
  return await inTransactionOrRollback<Outcome<null, HandoverStepProblem>>(
    db,
    async (tx, rollBack) => {
      const rental = await lockRental(tx, on.rentalId)
      if (rental?.return_status !== 'returned') {
        const returned = await takeStepIn(tx, rollBack, who, on, returnStep(who, on, now), now)
        if (!returned.ok) return returned
      }
      const approved = await takeStepIn(tx, rollBack, who, on, approvalStep(who, {}, now), now)
      return approved.ok ? approved : rollBack(approved)
    },
  )
}

/** Undoes the approval, and the return that was recorded with it: both or neither (spec 5.7). */
export async function undoGoodReturn(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn,
  now: Date,
): Promise<Outcome<null, CorrectionProblem>> {
  return await undoing(db, async (tx, rollBack) => {
    const rental = await lockRental(tx, on.rentalId)
    const reviewedAt = rental?.condition_reviewed_at?.getTime()
    const review = { ...on, correction: 'undo-review' } as const
    const reopened = await correctIn(tx, rollBack, who, review, now)
    if (!reopened.ok || rental?.returned_at?.getTime() !== reviewedAt) return reopened
    const back = { ...on, correction: 'undo-return' } as const
    const undone = await correctIn(tx, rollBack, who, back, now)
    return undone.ok ? undone : rollBack(undone)
  })
}
