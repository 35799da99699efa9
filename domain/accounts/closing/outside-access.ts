import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { removeClosetCalendarOf } from '#domain/accounts/closets/closets.ts'
import { removeRenterCalendarOf } from '#domain/booking/rentals/rentals.ts'
import { removeEndpointsOf } from '#domain/outbound/webhooks/webhooks.ts'

/**
 * Part of a password reset: removes calendar links and webhooks, which pass on data of the account
 * without its password. False if there were none.
 */
export async function removeOutsideAccess(tx: Tx, personId: PersonId): Promise<boolean> {
  const removed = [
    await removeRenterCalendarOf(tx, personId),
    await removeClosetCalendarOf(tx, personId),
    await removeEndpointsOf(tx, personId),
  ]
  return removed.includes(true)
}
