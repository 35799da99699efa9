import type { Tx } from '#db/connection.ts'
import type { AccountType } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { stopRenewalLater } from '#domain/accounts/people/people.ts'
import { queueDueOffers, withdrawOffers } from '#domain/booking/waitlist/waitlist.ts'
import { unassignRequestsOf } from '#domain/care/support/support.ts'
import { removeEndpointsOf } from '#domain/outbound/webhooks/webhooks.ts'
import { hasManyItems } from './lister-changes.ts'

/**
 * Applies a new account type to the account's webhooks, support requests, waitlist offers and plan, however the type
 * was changed. Returns whether it stops the renewal of a plan.
 */
export async function followAccountType(
  tx: Tx,
  personId: PersonId,
  to: AccountType,
  now: Date,
): Promise<{ readonly stopsPlan: boolean }> {
  await removeEndpointsOf(tx, personId)
  if (to !== 'admin') await unassignRequestsOf(tx, personId)
  // The items can be rented again, or no longer. With many, a job updates the waitlists too.
  if (!(await hasManyItems(tx, personId))) {
    if (to === 'regular') await withdrawOffers(tx, { ownerId: personId }, now)
    else await queueDueOffers(tx, { ownerId: personId }, now)
  }
  return { stopsPlan: to === 'admin' && (await stopRenewalLater(tx, personId)) }
}
