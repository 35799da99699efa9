import type { Db } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { canManagePlan } from '#domain/accounts/people/people.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { findLiveSubscription } from './live-subscriptions.ts'
import { syncSubscription } from './subscriptions.ts'

/**
 * The job that stops the renewal of a plan whose subscriber was blocked or made an admin. The plan
 * ends with the paid period, whose credits they keep. Does nothing if they can manage it again.
 */
export async function stopRenewal(
  db: Db,
  stripe: StripeGateway,
  personId: PersonId,
  now: Date,
): Promise<void> {
  const live = await findLiveSubscription(db, personId)
  if (!live || (await canManagePlan(db, personId))) return
  await stripe.subscriptions.stopRenewal(live.stripeId)
  await syncSubscription(db, stripe, live.stripeId, now)
}
