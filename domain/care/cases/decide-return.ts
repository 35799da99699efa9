import { type Db, inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import {
  beforeDecision,
  checkReasons,
  type DecideCaseProblem,
  recordDecision,
} from './check-case.ts'
import { endRequest } from './end-request.ts'
import { lockCase } from './lock-case.ts'

export const returnOutcomes = ['accepted', 'refused'] as const

export type DecisionInput = {
  readonly rentalId: RentalId
  readonly outcome: (typeof returnOutcomes)[number]
  /** Shown to both sides. */
  readonly reasons: string
}

/**
 * An admin decides a return request that the closet has contested. Repeating the same decision
 * changes nothing; a second admin is shown the first one's decision.
 */
export async function decideReturn(
  db: Db,
  admin: Admin,
  { rentalId, outcome, reasons: written }: DecisionInput,
  now: Date,
): Promise<Outcome<null, DecideCaseProblem>> {
  return await inTransaction(db, async (tx) => {
    const request = await lockCase(tx, 'return', rentalId)
    if (!request) return refused({ reason: 'case-not-found' })
    const { filed } = request
    const isRepeated = filed?.decidedBy === admin.id && filed.status === outcome
    const early = await beforeDecision(tx, admin, request, isRepeated)
    if (early) return early
    const checked = checkReasons(written)
    if (!checked.ok) return checked
    const reasons = checked.value
    const end = { status: outcome, decidedBy: admin, reasons }
    const credits = await endRequest(tx, request, end, now)
    await recordDecision(tx, admin, request, { outcome, credits_back: credits, reasons }, now)
    return done(null)
  })
}
