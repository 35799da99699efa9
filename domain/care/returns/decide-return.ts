import { type Db, inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import {
  isOwnDecision,
  OWN_DECISION,
  type Parties,
  recordCase,
  someoneElseMayDecide,
} from '#domain/care/cases/cases.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { endRequest } from './end-request.ts'
import { decisionOn, lockRequest, type ReturnDecision } from './lock-request.ts'
import { MAX_RETURN_CHARACTERS } from './return-limits.ts'

export const returnOutcomes = ['accepted', 'refused'] as const

export type DecisionInput = {
  readonly rentalId: RentalId
  readonly outcome: (typeof returnOutcomes)[number]
  /** Shown to both sides. */
  readonly reasons: string
}

export type DecideReturnProblem =
  | { readonly reason: 'request-not-found' }
  | { readonly reason: 'already-decided'; readonly decided: ReturnDecision }
  /** The closet can still answer. */
  | { readonly reason: 'not-yet'; readonly dueAt: Date }
  /** The admin rented or lent the item, or contested for its closet, and another can decide. */
  | { readonly reason: 'own-decision' }
  | { readonly reason: 'reasons-missing' }
  | { readonly reason: 'reasons-too-long' }

/**
 * An admin decides a return request that the closet has contested. Repeating the same decision
 * changes nothing; a second admin is shown the first one's decision.
 */
export async function decideReturn(
  db: Db,
  admin: Admin,
  { rentalId, outcome, reasons: written }: DecisionInput,
  now: Date,
): Promise<Outcome<null, DecideReturnProblem>> {
  const reasons = written.trim()
  return await inTransaction<Outcome<null, DecideReturnProblem>>(db, async (tx) => {
    const locked = await lockRequest(tx, rentalId)
    if (!locked?.request) return refused({ reason: 'request-not-found' })
    const { rental, request } = locked
    const decided = await decisionOn(tx, request)
    if (decided) {
      const isTheSame = request.decidedBy === admin.id && request.status === outcome
      return isTheSame ? done(null) : refused({ reason: 'already-decided', decided })
    }
    if (request.status === 'open') return refused({ reason: 'not-yet', dueAt: request.answerDueAt })
    const parties: Parties = [rental.renter_id, rental.owner_id, request.answeredBy]
    const isOwn = isOwnDecision(admin.id, parties)
    if (isOwn && (await someoneElseMayDecide(tx, parties)))
      return refused({ reason: 'own-decision' })
    if (reasons === '') return refused({ reason: 'reasons-missing' })
    if ([...reasons].length > MAX_RETURN_CHARACTERS) return refused({ reason: 'reasons-too-long' })
    const end = { status: outcome, decidedBy: admin, reasons }
    const credits = await endRequest(tx, { rental, request }, end, now)
    const after = {
      outcome,
      credits_back: credits,
      reasons,
      ...(isOwn && { [OWN_DECISION]: true }),
    }
    await recordCase(tx, admin, 'decide-return', rentalId, after, now)
    await enqueue(tx, 'tell-about-return-request', { rentalId, event: 'decided' })
    return done(null)
  })
}
