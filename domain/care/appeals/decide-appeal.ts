import { type Db, inTransactionOrRollback } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import {
  isOwnDecision,
  OWN_DECISION,
  type Parties,
  recordCase,
  someoneElseMayDecide,
} from '#domain/care/cases/cases.ts'
import type { ReturnWithheldProblem } from '#domain/money/deposits/deposits.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_REASONS_CHARACTERS } from './appeal-limits.ts'
import { endAppeal } from './end-appeal.ts'
import { type AppealDecision, decisionOn, lockAppeal } from './lock-appeal.ts'

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

export type DecideProblem =
  | { readonly reason: 'appeal-not-found' }
  | { readonly reason: 'already-decided'; readonly decided: AppealDecision }
  /** The closet can still answer. */
  | { readonly reason: 'not-yet'; readonly dueAt: Date }
  /** They had a part in the case (`partiesOf`), and an admin who had none can decide. */
  | { readonly reason: 'own-decision' }
  | { readonly reason: 'amount-invalid'; readonly maxCents: number }
  | { readonly reason: 'reasons-missing' }
  | { readonly reason: 'reasons-too-long' }
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
): Promise<Outcome<null, DecideProblem>> {
  return await inTransactionOrRollback<Outcome<null, DecideProblem>>(db, async (tx, rollBack) => {
    const claim = await lockAppeal(tx, decision.rentalId)
    if (!claim?.appeal) return refused({ reason: 'appeal-not-found' })
    const end = endOf(claim.withheldCents, decision)
    const { appeal } = claim
    const decided = await decisionOn(tx, appeal)
    if (decided) {
      const isTheSame =
        appeal.decidedBy === admin.id &&
        appeal.status === end.status &&
        appeal.returnedCents === end.returnedCents
      return isTheSame ? done(null) : refused({ reason: 'already-decided', decided })
    }
    if (appeal.status === 'open') return refused({ reason: 'not-yet', dueAt: appeal.answerDueAt })
    const parties = partiesOf(claim)
    const isOwn = isOwnDecision(admin.id, parties)
    if (isOwn && (await someoneElseMayDecide(tx, parties)))
      return refused({ reason: 'own-decision' })
    const { returnedCents: cents } = end
    const maxCents = claim.withheldCents
    if (
      decision.outcome === 'reduced' &&
      !(Number.isInteger(cents) && cents >= 1 && cents <= maxCents)
    )
      return refused({ reason: 'amount-invalid', maxCents })
    const reasons = decision.reasons.trim()
    if (reasons === '') return refused({ reason: 'reasons-missing' })
    if ([...reasons].length > MAX_REASONS_CHARACTERS) return refused({ reason: 'reasons-too-long' })
    const ended = await endAppeal(tx, claim, { ...end, decidedBy: admin, reasons }, now)
    if (!ended.ok) return rollBack(ended)
    const { rentalId } = decision
    const after = {
      outcome: end.status,
      returned_cents: cents,
      reasons,
      ...(isOwn && { [OWN_DECISION]: true }),
    }
    await recordCase(tx, admin, 'decide-appeal', rentalId, after, now)
    await enqueue(tx, 'tell-about-appeal', { rentalId, event: 'decided' })
    return done(null)
  })
}

function endOf(withheldCents: number, { outcome, returnedCents }: Decision) {
  if (outcome === 'upheld') return { status: outcome, returnedCents: 0 } as const
  if (outcome === 'overturned' || returnedCents === withheldCents)
    return { status: 'overturned', returnedCents: withheldCents } as const
  return { status: outcome, returnedCents: returnedCents ?? 0 } as const
}

/** Who rented or lent the item, withheld money or answered the appeal. */
export function partiesOf({ withheldBy, rental, appeal }: Claim): Parties {
  return [rental.renter_id, rental.owner_id, withheldBy, appeal?.answeredBy ?? null]
}

type Claim = {
  readonly withheldBy: PersonId | null
  readonly rental: { readonly renter_id: PersonId; readonly owner_id: PersonId }
  readonly appeal: { readonly answeredBy: PersonId | null } | null
}
