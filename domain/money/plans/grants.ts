import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { SubscriptionId } from '#db/ids.ts'
import { expiryFrom, lockWallet, mint } from '#domain/money/credits/credits.ts'
import { monthsCovered } from './months-covered.ts'
import { MONTHS_PAID } from './plans.ts'

/**
 * Grants every month of a subscription that is paid for, has started and is not granted yet.
 * Disputed payments grant nothing. Idempotent. Part of a command that holds the wallet's lock.
 */
export async function grantMonths(
  tx: Tx,
  subscriptionId: SubscriptionId,
  now: Date,
): Promise<number> {
  const subscription = await tx
    .selectFrom('credit_subscriptions')
    .select(['id', 'user_id', 'anchor_at', 'credits_per_period', 'order_id'])
    .where('id', '=', subscriptionId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (!subscription.anchor_at) return 0
  const coverage = await tx
    .selectFrom('subscription_coverage')
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'paid_at', 'product_type'])
    .select(['payment_intent', 'paid_cents'])
    .where('subscription_id', '=', subscriptionId)
    .where('frozen_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  const months = monthsCovered(subscription.anchor_at, coverage)
  const begun = months.filter(({ startsAt }) => startsAt <= now)
  const keyOf = (month: { readonly number: number }) =>
    `subscription:${subscriptionId}:${month.number}`
  const granted = await grantedKeys(tx, begun.map(keyOf))
  let minted = 0
  for (const month of begun.filter((one) => !granted.has(keyOf(one)))) {
    const { paidBy, startsAt, expiresAt } = month
    const isNew = await mint(
      tx,
      {
        userId: subscription.user_id,
        key: keyOf(month),
        ...(paidBy.payment_intent && { paymentIntent: paidBy.payment_intent }),
        paid: {
          cents: paidBy.paid_cents,
          credits: subscription.credits_per_period * MONTHS_PAID[paidBy.product_type],
        },
        note: paidBy.product_type,
        source: 'subscription',
        amount: subscription.credits_per_period,
        expiresAt: await expiryFrom(tx, expiresAt),
      },
      paidBy.paid_at > startsAt ? paidBy.paid_at : startsAt,
    )
    if (isNew) minted++
  }
  const next = months.find(({ startsAt }) => startsAt > now)
  await tx
    .updateTable('credit_subscriptions')
    .set({ next_grant_at: next?.startsAt ?? null })
    .where('id', '=', subscriptionId)
    .execute()
  return minted
}

async function grantedKeys(tx: Tx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await tx
    .selectFrom('credit_lots')
    .select('source_key')
    .where('source_key', 'in', keys)
    .execute()
  return new Set(rows.map((row) => row.source_key))
}

/**
 * Grants months that have started since the last run, such as the eleven of a year that have no
 * invoice. Processes at most `max` subscriptions; returns how many months were granted.
 */
export async function grantDueMonths(db: Db, now: Date, max = 500): Promise<number> {
  const due = await db
    .selectFrom('credit_subscriptions')
    .select(['id', 'user_id'])
    .where('next_grant_at', '<=', now)
    .orderBy('next_grant_at')
    .limit(max)
    .execute()
  let granted = 0
  for (const { id, user_id } of due)
    granted += await inTransaction(db, async (tx) => {
      await lockWallet(tx, user_id)
      return await grantMonths(tx, id, now)
    })
  return granted
}
