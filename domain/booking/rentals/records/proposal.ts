import type { Tx } from '#db/connection.ts'
import type { LockedRental } from '#domain/booking/rentals/records/rental-locks.ts'
import { restoreDifference } from '#domain/money/credits/credits.ts'

// Other dates that a renter has proposed to the closet of a confirmed rental (spec 5.14).

/** The columns of a rental without proposed dates. */
export const NO_PROPOSAL = {
  proposed_start_date: null,
  proposed_end_date: null,
  proposed_credits: null,
  proposed_at: null,
  proposal_answer_by: null,
  proposal_reminded_at: null,
  proposal_key: null,
} as const

/**
 * Part of every command after which a rental is no longer confirmed, before its new state is
 * written: the proposed days are free again, and what they would have cost more is back. Returns
 * whether there were such days.
 */
export async function dropProposal(tx: Tx, rental: LockedRental, now: Date): Promise<boolean> {
  if (!rental.proposal_key) return false
  const { id: rentalId, renter_id: userId, reopened, proposed_credits: credits } = rental
  const of = { userId, rentalId, reopened, requestKey: rental.proposal_key }
  if (credits) await restoreDifference(tx, { ...of, credits, isUndone: true }, now)
  await tx.updateTable('rentals').set(NO_PROPOSAL).where('id', '=', rentalId).execute()
  return true
}
