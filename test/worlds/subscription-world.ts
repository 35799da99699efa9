import { creditsBalance } from '#domain/money/credits/credits.ts'
import { findSubscription } from '#domain/money/plans/subscription-queries.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { testClock } from '#test/clock.ts'
import { make } from '#test/make/make.ts'
import { testPayments } from '#test/payments.ts'
import { testDatabase } from '#test/postgres/database.ts'

/** A shopper, their holdings, and the payments of one test. */
export async function open(start: Date | string = '2027-01-31T12:00:00Z') {
  const clock = testClock(start)
  const database = await testDatabase()
  const payments = await testPayments(database, clock)
  const { db } = database
  const shopper: Shopper = await make(db).shopper()
  const held = () => findSubscription(db, shopper, clock.now())
  const balance = () => creditsBalance(db, shopper.id, clock.now())
  const stripeId = async () => {
    const one = await db
      .selectFrom('credit_subscriptions')
      .select('stripe_subscription_id')
      .where('user_id', '=', shopper.id)
      .where('refused_at', 'is', null)
      .executeTakeFirstOrThrow()
    return one.stripe_subscription_id
  }
  return { ...payments, db, clock, shopper, held, balance, stripeId }
}
