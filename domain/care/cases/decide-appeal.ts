import { type Db, inTransactionOrRollback } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { ReturnWithheldProblem } from '#domain/money/deposits/deposits.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import {
  beforeDecision,
  checkReasons,
  type DecideCaseProblem,
  recordDecision,
} from './check-case.ts'
import { endAppeal } from './end-appeal.ts'
import { lockCase } from './lock-case.ts'

export const appealOutcomes = ['upheld', 'reduced', 'overturned'] as const
/** `upheld`: the closet is right. `overturned`: the renter gets everything back. */
export type AppealOutcome = (typeof appealOutcomes)[number]

export type Decision = {
  readonly rentalId: RentalId
  readonly outcome: AppealOutcome
  /** Cents that the renter gets back; used for `reduced` only. */
  readonly returnedCents: number | null
  /** Shown to both sides. */
  readonly reasons: string
}

export type DecideAppealProblem =
  | DecideCaseProblem
  | { readonly reason: 'amount-invalid'; readonly maxCents: number }
  | ReturnWithheldProblem

/**
 * An admin decides an appeal that was answered. Returning all of the amount overturns it. Repeating
 * a decision as the same admin changes nothing; any other one is refused with the first decision.
 */
export async function decideAppeal(
  db: Db,
  admin: Admin,
  decision: Decision,
  now: Date,
): Promise<Outcome<null, DecideAppealProblem>> {
  const { rentalId } = decision
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const claim = await lockCase(tx, 'appeal', rentalId)
    if (!claim) return refused({ reason: 'case-not-found' })
    const { filed, withheldCents: maxCents } = claim
    const end = endOf(maxCents, decision)
    const cents = end.returnedCents
    const isRepeated =
      filed?.decidedBy === admin.id && filed.status === end.status && claim.returnedCents === cents
    const early = await beforeDecision(tx, admin, claim, isRepeated)
    if (early) return early
    if (
      decision.outcome === 'reduced' &&
      !(Number.isInteger(cents) && cents >= 1 && cents <= maxCents)
    )
      return refused({ reason: 'amount-invalid', maxCents })
    const checked = checkReasons(decision.reasons)
    if (!checked.ok) return checked
    const reasons = checked.value
    const ended = await endAppeal(tx, claim, { ...end, decidedBy: admin, reasons }, now)
    if (!ended.ok) return rollBack(ended)
    const after = { outcome: end.status, returned_cents: cents, reasons }
    await recordDecision(tx, admin, claim, after, now)
    return done(null)
  })
}

function endOf(withheldCents: number, { outcome, returnedCents }: Decision) {
  if (outcome === 'upheld') return { status: outcome, returnedCents: 0 } as const
  if (outcome === 'overturned' || returnedCents === withheldCents)
    return { status: 'overturned', returnedCents: withheldCents } as const
  return { status: outcome, returnedCents: returnedCents ?? 0 } as const
}
