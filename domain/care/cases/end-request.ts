import type { Updateable } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ReturnRequests } from '#db/types.ts'
import {
  earnFirstWeek,
  earnUnlessUndecided,
  giveCreditsBack,
} from '#domain/booking/rentals/rentals.ts'
import type { Person } from '#domain/shared/actors.ts'
import type { Locked } from './lock-case.ts'
import { creditsBack } from './return-limits.ts'

type End = {
  readonly status: 'accepted' | 'refused' | 'withdrawn'
  /** Null when no person decided. */
  readonly decidedBy: Pick<Person, 'id'> | null
  /** The closet's answer, when it accepts. */
  readonly answered?: Pick<Updateable<ReturnRequests>, 'answer' | 'answered_at' | 'answered_by'>
  /** An admin's reasons. */
  readonly reasons?: string
}

/**
 * Ends a request. If it is accepted, its credits are restored: now, if the item is already back or
 * was never handed over, otherwise with its return. If the rental is already completed, it earns now. Part of a command
 * that holds the rental's locks. Returns the credits.
 */
export async function endRequest(
  tx: Tx,
  { rental, reason, ...prices }: Locked<'return'>,
  { status, decidedBy, answered, reasons }: End,
  now: Date,
): Promise<number> {
  const credits = status === 'accepted' && reason ? creditsBack(reason, prices) : 0
  await tx
    .updateTable('return_requests')
    .set({ status, credits_back: credits, reasons: reasons ?? null })
    .set({ ...answered, decided_at: now, decided_by: decidedBy?.id ?? null })
    .where('rental_id', '=', rental.id)
    .execute()
  const isBack = rental.return_status === 'returned' || reason === 'no_show'
  if (status === 'accepted' && isBack) await giveCreditsBack(tx, rental, now)
  if (rental.status === 'completed' && rental.condition_reviewed_at)
    await earnUnlessUndecided(tx, rental, rental.condition_reviewed_at, now)
  if (status !== 'accepted' && reason === 'no_show' && rental.cancelled_at)
    await earnFirstWeek(tx, rental, rental.cancelled_at, now)
  return credits
}
