import type { Tx } from '#db/connection.ts'
import type { AccountType } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { stopRenewalLater } from '#domain/people/people.ts'
import { offerDueDaysSoon, withdrawOffers } from '#domain/waitlist/waitlist.ts'
import { removeEndpointsOf } from '#domain/webhooks/webhooks.ts'
import { hasManyItems } from './lister-changes.ts'

/**
 * What a new account type means for what else an account has, however it was given. Returns whether
 * it stops the renewal of a plan.
 */
export async function followAccountType(
  tx: Tx,
  personId: PersonId,
  to: AccountType,
  now: Date,
): Promise<{ readonly stopsPlan: boolean }> {
  await removeEndpointsOf(tx, personId)
  // Their items can be rented again, or no more; many of them in batches, with those who wait for them.
  if (!(await hasManyItems(tx, personId))) {
    if (to === 'regular') await withdrawOffers(tx, { ownerId: personId }, now)
    else await offerDueDaysSoon(tx, { ownerId: personId }, now)
  }
  return { stopsPlan: to === 'admin' && (await stopRenewalLater(tx, personId)) }
}
