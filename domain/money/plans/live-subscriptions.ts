import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { PersonId, SubscriptionId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { SubscriptionState } from '#gateways/stripe/subscriptions.ts'

/** Whether Stripe still bills a subscription with this status. */
export function isLive(status: SubscriptionState['status']): boolean {
  return status === 'active' || status === 'past_due'
}

/** A person's one subscription that Stripe still bills, paid or past due. */
export async function findLiveSubscription(
  read: Db | Tx,
  userId: PersonId,
): Promise<{ readonly id: SubscriptionId; readonly stripeId: string } | null> {
  const row = await read
    .selectFrom('credit_subscriptions')
    .select(['id', 'stripe_subscription_id'])
    .where('user_id', '=', userId)
    .where('status', 'in', [sql.lit('active' as const), sql.lit('past_due' as const)])
    .executeTakeFirst()
  return row ? { id: row.id, stripeId: row.stripe_subscription_id } : null
}

/**
 * Part of closing an account: cancels subscriptions that the payment provider still bills, and
 * deletes the digits of the cards that paid.
 */
export async function endSubscriptionsOf(tx: Tx, personId: PersonId): Promise<void> {
  const live = await tx
    .selectFrom('credit_subscriptions')
    .select('stripe_subscription_id')
    .where('user_id', '=', personId)
    .where('status', 'in', ['active', 'past_due'])
    .execute()
  for (const { stripe_subscription_id: id } of live) await queueCancellation(tx, id)
  await tx
    .updateTable('subscription_coverage')
    .set({ card_last4: null })
    .where('card_last4', 'is not', null)
    .where('subscription_id', 'in', (own) =>
      own
        .selectFrom('credit_subscriptions')
        .select('credit_subscriptions.id')
        .where('user_id', '=', personId),
    )
    .execute()
}

/** Queues a job that ends the subscription at the payment provider. */
export async function queueCancellation(tx: Tx, stripeSubscriptionId: string): Promise<void> {
  const key = `end-subscription:${stripeSubscriptionId}`
  await enqueue(tx, 'end-subscription', { stripeSubscriptionId }, { key })
}
