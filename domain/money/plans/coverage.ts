import type { Tx } from '#db/connection.ts'
import type { PersonId, SubscriptionId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { recordCard } from '#domain/money/cards/cards.ts'
import { newId } from '#domain/shared/ids.ts'
import type { SubscriptionState } from '#gateways/stripe/subscriptions.ts'
import { grantMonths } from './grants.ts'
import { monthsCovered } from './months-covered.ts'

// The periods paid by a subscription's invoices, and the effect of a dispute on them.

/**
 * Records the period of each paid invoice; the first one sets the anchor permanently. For a closed
 * account, a new invoice grants nothing and is refunded.
 */
export async function recordCoverage(
  tx: Tx,
  id: SubscriptionId,
  { paid }: SubscriptionState,
  {
    userId,
    hasLeft,
    now,
  }: {
    readonly userId: PersonId
    readonly hasLeft: boolean
    readonly now: Date
  },
): Promise<void> {
  const [first] = paid
  if (!first) return
  const added = await tx
    .insertInto('subscription_coverage')
    .values(
      paid.map((invoice) => ({
        id: newId(),
        subscription_id: id,
        stripe_invoice_id: invoice.id,
        product_type: invoice.plan,
        starts_at: invoice.startsAt,
        ends_at: invoice.endsAt,
        paid_at: invoice.paidAt,
        paid_cents: invoice.paidCents,
        payment_intent: invoice.paymentIntent,
        payment_method: hasLeft ? null : (invoice.paidWith?.method ?? null),
        card_last4: hasLeft ? null : (invoice.paidWith?.cardLast4 ?? null),
        revoked_at: hasLeft ? now : null,
      })),
    )
    .onConflict((conflict) => conflict.column('stripe_invoice_id').doNothing())
    .returning(['id', 'stripe_invoice_id', 'paid_cents'])
    .execute()
  for (const { id: coverageId, stripe_invoice_id: invoice } of added.filter(isCharged)) {
    const key = `refund-renewal:${coverageId}`
    if (hasLeft) await enqueue(tx, 'refund-renewal', { coverageId }, { key })
    // The first invoice was paid at checkout, so its order has the receipt.
    else if (invoice !== first.id) await enqueue(tx, 'mail-receipt', { of: 'invoice', id: invoice })
  }
  for (const { stripe_invoice_id } of added) {
    const invoice = paid.find(({ id: known }) => known === stripe_invoice_id)
    if (invoice && !hasLeft) await recordCard(tx, userId, invoice.paidWith, invoice.paidAt)
  }
  await tx
    .updateTable('credit_subscriptions')
    .set({ anchor_at: first.startsAt })
    .where('id', '=', id)
    .where('anchor_at', 'is', null)
    .execute()
}

const isCharged = ({ paid_cents }: { readonly paid_cents: number }) => paid_cents > 0

/**
 * Suspends, resumes or ends the grants of a payment's coverage when it is disputed. Part of
 * resolving a dispute, which holds the wallet; months already granted are lots that name the
 * payment.
 */
export async function holdCoverage(
  tx: Tx,
  paymentIntent: string,
  hold: 'freeze' | 'release' | 'revoke',
  now: Date,
): Promise<void> {
  const set = {
    freeze: { frozen_at: now },
    release: { frozen_at: null },
    revoke: { revoked_at: now },
  }[hold]
  const covered = await tx
    .updateTable('subscription_coverage')
    .set(set)
    .where('payment_intent', '=', paymentIntent)
    .where('revoked_at', 'is', null)
    .returning('subscription_id')
    .execute()
  for (const { subscription_id } of covered) await grantMonths(tx, subscription_id, now)
}

/**
 * Removes the last future months of a payment's coverage, at most a given number, because that part
 * of the payment was reversed. Part of resolving a dispute, which holds the wallet; returns how
 * many it removed.
 */
export async function dropMonths(
  tx: Tx,
  paymentIntent: string,
  max: number,
  now: Date,
): Promise<number> {
  const covered = await tx
    .selectFrom('subscription_coverage as c')
    .innerJoin('credit_subscriptions as s', 's.id', 'c.subscription_id')
    .select(['c.id', 'c.subscription_id', 's.anchor_at'])
    .select(['c.starts_at as startsAt', 'c.ends_at as endsAt'])
    .where('c.payment_intent', '=', paymentIntent)
    .where('c.revoked_at', 'is', null)
    .executeTakeFirst()
  if (!covered?.anchor_at || max <= 0) return 0
  const dropped = monthsCovered(covered.anchor_at, [covered])
    .filter(({ startsAt }) => startsAt > now && startsAt > covered.startsAt)
    .slice(-max)
  const [first] = dropped
  if (!first) return 0
  await tx
    .updateTable('subscription_coverage')
    .set({ ends_at: first.startsAt })
    .where('id', '=', covered.id)
    .execute()
  await grantMonths(tx, covered.subscription_id, now)
  return dropped.length
}
