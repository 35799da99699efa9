import type { DbOrTx, Tx } from '#db/connection.ts'
import type { ReturnReason, ReturnRequestStatus } from '#db/enums.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { type LockedRental, lockRental } from '#domain/booking/rentals/rentals.ts'
import { deciderName } from '#domain/care/cases/cases.ts'

export type LockedRequest = {
  readonly reason: ReturnReason
  readonly words: string
  readonly status: ReturnRequestStatus
  readonly answer: string | null
  readonly answeredBy: PersonId | null
  readonly answerDueAt: Date
  readonly decidedAt: Date | null
  readonly decidedBy: PersonId | null
}

/**
 * Locks item, wallet and rental, as every command that changes a return request does first. Null
 * when there is no such rental.
 */
export async function lockRequest(
  tx: Tx,
  rentalId: RentalId,
): Promise<{ readonly rental: LockedRental; readonly request: LockedRequest | null } | null> {
  const rental = await lockRental(tx, rentalId)
  if (!rental) return null
  const request = await tx
    .selectFrom('return_requests')
    .select(['reason', 'words', 'status', 'answer', 'answered_by as answeredBy'])
    .select(['answer_due_at as answerDueAt', 'decided_at as decidedAt'])
    .select('decided_by as decidedBy')
    .where('rental_id', '=', rentalId)
    .executeTakeFirst()
  return { rental, request: request ?? null }
}

/** The decision, shown to somebody who comes too late. */
export type ReturnDecision = {
  readonly status: ReturnRequestStatus
  /** Full name; null when no person decided. */
  readonly by: string | null
  readonly at: Date
}

/** The decision on a request, with the name of the person who decided; null while it is open. */
export async function decisionOn(
  read: DbOrTx,
  { status, decidedAt, decidedBy }: LockedRequest,
): Promise<ReturnDecision | null> {
  if (!decidedAt) return null
  return { status, by: await deciderName(read, decidedBy), at: decidedAt }
}
