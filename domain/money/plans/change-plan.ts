import type { Db } from '#db/connection.ts'
import type { PlanType } from '#db/enums.ts'
import type { SubscriptionId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { StripeRefused, StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { findLiveSubscription } from './live-subscriptions.ts'
import { RENEWAL_TERMS } from './plan-words.ts'
import { plans } from './plans.ts'
import { syncSubscription } from './subscriptions.ts'

export type PlanProblem =
  | { readonly reason: 'no-subscription' }
  /** It is already the current plan, or the pending one. */
  | { readonly reason: 'already-on-plan' }
  /** The last renewal is unpaid and has to be paid first. */
  | { readonly reason: 'payment-due' }
  /** It is cancelled and has to be resumed first. */
  | { readonly reason: 'cancelled' }
  /** It is not cancelled. */
  | { readonly reason: 'not-cancelled' }
  /** No invoice is unpaid. */
  | { readonly reason: 'nothing-due' }
  /** The price has changed since it was shown. */
  | { readonly reason: 'price-changed'; readonly dueCents: number }
  | { readonly reason: 'payments-unavailable' }
  | { readonly reason: 'payments-refused'; readonly message: string }

/** When we know of a change that Stripe has made: with the answer, or once its event arrives. */
export type KnownFrom = 'now' | 'later'

type Held = {
  readonly id: SubscriptionId
  readonly stripeId: string
  readonly plan: PlanType
  readonly pending: PlanType | null
  readonly isCancelled: boolean
  /** How many changes there were before. */
  readonly changes: number
  /** Identifies the next change: two clicks on one page share it. */
  readonly key: string
}

/**
 * The price of changing to the annual plan now, in cents. Changes nothing, but finds out about an
 * upgrade that Stripe has carried out and whose answer was lost: there is nothing to pay for then.
 */
export async function quoteUpgrade(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  now: Date,
): Promise<Outcome<{ readonly dueCents: number }, PlanProblem>> {
  const held = await heldFor(db, shopper, 'subscription_annual')
  if (!held.ok) return held
  const { stripeId } = held.value
  const quote = await callStripe(async () => {
    const { lookupKey } = plans.subscription_annual
    const dueCents = await stripe.subscriptions.priceOfChange(stripeId, lookupKey)
    await syncSubscription(db, stripe, stripeId, now)
    return { dueCents }
  })
  const still = await heldFor(db, shopper, 'subscription_annual')
  return still.ok ? quote : still
}

/**
 * Changes to the annual plan and bills it at once, if it still costs `quotedCents`. If the card is
 * declined, nothing changes.
 */
export async function upgrade(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  quotedCents: number,
  now: Date,
): Promise<Outcome<KnownFrom, PlanProblem>> {
  const quote = await quoteUpgrade(db, shopper, stripe, now)
  if (!quote.ok) return quote
  const { dueCents } = quote.value
  if (dueCents !== quotedCents) return refused({ reason: 'price-changed', dueCents })
  return await change(db, shopper, stripe, 'subscription_annual', now, async (held) => {
    await recordTerms(db, held, now)
    await stripe.subscriptions.changeNow(
      held.stripeId,
      plans.subscription_annual.lookupKey,
      `${held.key}:upgrade`,
    )
  })
}

/** Stores the terms of renewal beside the button, like those of an order, before Stripe is called. */
async function recordTerms(db: Db, { id, changes }: Held, now: Date): Promise<void> {
  await db
    .insertInto('plan_upgrades')
    .values({
      subscription_id: id,
      plan_change: changes,
      renewal_terms: RENEWAL_TERMS.subscription_annual,
      agreed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Starts the monthly plan at the end of the paid year; a cancelled plan has to be resumed first.
 */
export async function downgrade(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  now: Date,
): Promise<Outcome<KnownFrom, PlanProblem>> {
  const held = await heldFor(db, shopper, 'subscription_monthly')
  if (held.ok && held.value.isCancelled) return refused({ reason: 'cancelled' })
  return await change(db, shopper, stripe, 'subscription_monthly', now, (held) =>
    stripe.subscriptions.changeLater(
      held.stripeId,
      plans.subscription_monthly.lookupKey,
      `${held.key}:downgrade`,
    ),
  )
}

/** Undoes a pending change of plan. */
export async function keepPlan(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  now: Date,
): Promise<Outcome<KnownFrom, PlanProblem>> {
  const held = await heldBy(db, shopper)
  if (!held?.pending) return refused({ reason: held ? 'already-on-plan' : 'no-subscription' })
  if (held.isPastDue) return refused({ reason: 'payment-due' })
  return await applyChange(db, stripe, held, now, ({ stripeId, key }) =>
    stripe.subscriptions.cancelPendingChange(stripeId, `${key}:keep`),
  )
}

/** Resumes a cancelled plan: it renews again. */
export async function resumePlan(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  now: Date,
): Promise<Outcome<KnownFrom, PlanProblem>> {
  const held = await heldBy(db, shopper)
  if (!held) return refused({ reason: 'no-subscription' })
  if (!held.isCancelled) return refused({ reason: 'not-cancelled' })
  return await applyChange(db, stripe, held, now, ({ stripeId, key }) =>
    stripe.subscriptions.resume(stripeId, `${key}:resume`),
  )
}

/** Retries the unpaid renewal with the current card. */
export async function payDue(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  now: Date,
): Promise<Outcome<KnownFrom, PlanProblem>> {
  const live = await heldBy(db, shopper)
  if (!live) return refused({ reason: 'no-subscription' })
  const paid = await callStripe(() => stripe.subscriptions.payDue(live.stripeId))
  if (!paid.ok) return paid
  const read = await callStripe(() => syncSubscription(db, stripe, live.stripeId, now))
  if (!read.ok) return read
  return paid.value || live.isPastDue ? done('now') : refused({ reason: 'nothing-due' })
}

/** Opens Stripe's billing portal; `card` opens the payment method. */
export async function openPortal(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  visit: { readonly returnUrl: string; readonly purpose: 'manage' | 'card' },
): Promise<Outcome<{ readonly url: string }, PlanProblem>> {
  const customer = await db
    .selectFrom('stripe_customers')
    .select('stripe_customer_id')
    .where('user_id', '=', shopper.id)
    .executeTakeFirst()
  if (!customer) return refused({ reason: 'no-subscription' })
  return await callStripe(async () => ({
    url: await stripe.subscriptions.openPortal({
      ...visit,
      customer: customer.stripe_customer_id,
    }),
  }))
}

/**
 * Makes one change: requests it from Stripe under one key, counts the attempt, and reads the
 * result.
 */
async function change(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  to: PlanType,
  now: Date,
  work: (held: Held) => Promise<void>,
): Promise<Outcome<KnownFrom, PlanProblem>> {
  const held = await heldFor(db, shopper, to)
  return held.ok ? await applyChange(db, stripe, held.value, now, work) : held
}

async function applyChange(
  db: Db,
  stripe: StripeGateway,
  held: Held,
  now: Date,
  work: (held: Held) => Promise<void>,
): Promise<Outcome<KnownFrom, PlanProblem>> {
  const { stripeId } = held
  const requested = await callStripe(() => work(held))
  // During an outage it is unknown whether Stripe received it: the retry must be the same request.
  if (!requested.ok && requested.problem.reason === 'payments-unavailable') return requested
  await countChange(db, held)
  if (!requested.ok) return requested
  const read = await callStripe(() => syncSubscription(db, stripe, stripeId, now))
  if (read.ok) return done('now')
  return read.problem.reason === 'payments-unavailable' ? done('later') : read
}

async function heldFor(
  db: Db,
  shopper: Shopper,
  to: PlanType,
): Promise<Outcome<Held, PlanProblem>> {
  const held = await heldBy(db, shopper)
  if (!held) return refused({ reason: 'no-subscription' })
  if (held.plan === to || held.pending === to) return refused({ reason: 'already-on-plan' })
  if (held.isPastDue) return refused({ reason: 'payment-due' })
  return done(held)
}

async function heldBy(db: Db, shopper: Shopper): Promise<(Held & { isPastDue: boolean }) | null> {
  const live = await findLiveSubscription(db, shopper.id)
  if (!live) return null
  const row = await db
    .selectFrom('credit_subscriptions')
    .select(['product_type', 'pending_product_type', 'status', 'plan_changes', 'cancel_at'])
    .where('id', '=', live.id)
    .executeTakeFirstOrThrow()
  return {
    ...live,
    plan: row.product_type,
    pending: row.pending_product_type,
    isCancelled: row.cancel_at !== null,
    changes: row.plan_changes,
    key: `plan:${live.id}:${row.plan_changes}`,
    isPastDue: row.status === 'past_due',
  }
}

async function countChange(db: Db, { id, changes }: Held): Promise<void> {
  await db
    .updateTable('credit_subscriptions')
    .set((set) => ({ plan_changes: set('plan_changes', '+', 1) }))
    .where('id', '=', id)
    .where('plan_changes', '=', changes)
    .execute()
}

async function callStripe<T>(work: () => Promise<T>): Promise<Outcome<T, PlanProblem>> {
  try {
    return done(await work())
  } catch (error) {
    if (error instanceof StripeUnavailable) return refused({ reason: 'payments-unavailable' })
    if (error instanceof StripeRefused)
      return refused({ reason: 'payments-refused', message: error.message })
    throw error
  }
}
