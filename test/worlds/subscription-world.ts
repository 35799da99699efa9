import { creditsBalance } from '#domain/money/credits/credits.ts'
import { findSubscription } from '#domain/money/plans/subscription-queries.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { make } from '#test/make/make.ts'
import { openPayments } from '#test/payments.ts'
import { readRow } from '#test/postgres/rows.ts'

/** A shopper, their holdings, and the payments of one test. */
export async function open(start: Date | string = '2027-01-31T12:00:00Z') {
  const { db, clock, payments } = await openPayments({ at: start })
  const shopper: Shopper = await make(db).shopper()
  const held = () => findSubscription(db, shopper, clock.now())
  const balance = () => creditsBalance(db, shopper.id, clock.now())
  const stripeId = async () => {
    const one = await readRow(db, 'credit_subscriptions', 'stripe_subscription_id', {
      user_id: shopper.id,
      refused_at: null,
    })
    return one.stripe_subscription_id
  }
  return { ...payments, db, clock, shopper, held, balance, stripeId }
}
