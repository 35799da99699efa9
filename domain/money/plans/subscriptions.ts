import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { PlanType } from '#db/enums.ts'
import type { OrderId, PersonId, SubscriptionId } from '#db/ids.ts'
import { enqueue, type PlanTurn } from '#db/jobs.ts'
import { canManagePlan, hasLeft, stopRenewalLater } from '#domain/accounts/people/people.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { SubscriptionState } from '#gateways/stripe/subscriptions.ts'
import { recordCoverage } from './coverage.ts'
import { grantMonths } from './grants.ts'
import { findLiveSubscription, isLive, queueCancellation } from './live-subscriptions.ts'
import { CREDITS_A_MONTH } from './plans.ts'
import { emailAboutFailedRenewal } from './renewal-mail.ts'

export { dropMonths, holdCoverage } from './coverage.ts'
export { endSubscriptionsOf, findLiveSubscription } from './live-subscriptions.ts'
export { subscriptionOf } from './subscription-queries.ts'

/**
 * 'refused': somebody with a live subscription or a closed account paid for another one. It is
 * cancelled and never grants credits.
 */
export type SubscriptionOutcome = 'accepted' | 'refused'

/** A subscription's state at Stripe and the number of our read; a higher number is newer. */
export type SubscriptionSnapshot = { readonly number: number; readonly state: SubscriptionState }

/**
 * Reads a subscription from Stripe, with a number taken before Stripe is called. Null when Stripe
 * has none with that id.
 */
export async function readSubscription(
  db: Db,
  stripe: StripeGateway,
  stripeId: string,
): Promise<SubscriptionSnapshot | null> {
  const { number } = await db
    .selectNoFrom(sql<number>`nextval('subscription_reads')`.as('number'))
    .executeTakeFirstOrThrow()
  const known = await db
    .selectFrom('subscription_coverage as c')
    .innerJoin('credit_subscriptions as s', 's.id', 'c.subscription_id')
    .select(['c.stripe_invoice_id', 'c.payment_intent', 'c.payment_method', 'c.card_last4'])
    .where('s.stripe_subscription_id', '=', stripeId)
    .where('c.payment_intent', 'is not', null)
    .execute()
  const payments = new Map(known.map((row) => [row.stripe_invoice_id, row]))
  const state = await stripe.subscriptions.read(stripeId, [...payments.keys()])
  if (!state) return null
  const paid = state.paid.map((invoice) => {
    const stored = payments.get(invoice.id)
    if (!stored) return invoice
    const { payment_intent: paymentIntent, payment_method: method, card_last4: cardLast4 } = stored
    // The card was recorded with the payment.
    const card = { cardLast4, cardExpires: null, cardFingerprint: null }
    return { ...invoice, paymentIntent, paidWith: method === null ? null : { method, ...card } }
  })
  return { number, state: { ...state, paid } }
}

/**
 * Updates one subscription to its current state at Stripe, and grants the months that are paid for
 * and due. Idempotent, in any order of calls. Null for subscriptions of unknown customers, which
 * are ignored.
 */
export async function syncSubscription(
  db: Db,
  stripe: StripeGateway,
  stripeId: string,
  now: Date,
): Promise<SubscriptionOutcome | null> {
  const read = await readSubscription(db, stripe, stripeId)
  if (!read) return null
  const customer = await db
    .selectFrom('stripe_customers')
    .select('user_id')
    .where('stripe_customer_id', '=', read.state.customer)
    .executeTakeFirst()
  if (!customer) return null
  return await inTransaction(db, async (tx) => {
    await lockWallet(tx, customer.user_id)
    return await applySubscription(tx, customer.user_id, read, now)
  })
}

/** Stores the state that was read. Part of a command that holds the wallet's lock. */
export async function applySubscription(
  tx: Tx,
  userId: PersonId,
  read: SubscriptionSnapshot,
  now: Date,
): Promise<SubscriptionOutcome> {
  const { state, number } = read
  const known = await tx
    .selectFrom('credit_subscriptions')
    .select(['id', 'status', 'refused_at', 'read_no', 'cancel_at', 'pending_product_type'])
    .select('product_type')
    .where('stripe_subscription_id', '=', state.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (known?.refused_at) {
    // The job that should end it has failed: every later event tries again.
    if (isLive(state.status)) await queueCancellation(tx, state.id)
    return 'refused'
  }
  if (known && known.read_no > number) return 'accepted'
  const isGone = await hasLeft(tx, userId)
  const begins = isLive(state.status) && !(known && isLive(known.status))
  if (begins && (isGone || (await findLiveSubscription(tx, userId)))) {
    await refuse(tx, userId, state, known?.id, now)
    return 'refused'
  }
  const isManaged = await canManagePlan(tx, userId)
  // Also end one whose account was closed while it was live.
  if (isLive(state.status) && isGone) await queueCancellation(tx, state.id)
  else if (isLive(state.status) && !state.cancelAt && !isManaged) await stopRenewalLater(tx, userId)
  const id = known?.id ?? newId()
  const row = {
    product_type: state.plan,
    status: state.status,
    cancel_at: state.cancelAt,
    renews_at: state.renewsAt,
    pending_product_type: state.pending?.plan ?? null,
    pending_from: state.pending?.from ?? null,
    ended_at: state.endedAt,
    read_no: number,
    updated_at: now,
  }
  if (known) {
    await tx.updateTable('credit_subscriptions').set(row).where('id', '=', id).execute()
  } else {
    await tx
      .insertInto('credit_subscriptions')
      .values({
        ...row,
        id,
        user_id: userId,
        stripe_subscription_id: state.id,
        order_id: await orderOf(tx, userId, state.orderId),
        credits_per_period: CREDITS_A_MONTH,
        created_at: state.createdAt,
      })
      .execute()
  }
  await recordCoverage(tx, id, state, { userId, hasLeft: isGone, now })
  await grantMonths(tx, id, now)
  // A person who cannot manage the plan did not cancel it, and can neither resume nor pay it.
  const turn = known && isLive(state.status) && isManaged ? turnOf(known, state) : null
  if (turn) await enqueue(tx, 'mail-receipt', { of: 'plan', id, turn, number })
  if (state.status === 'past_due' && known?.status !== 'past_due' && isManaged)
    await emailAboutFailedRenewal(tx, id, state.renewsAt, now)
  return 'accepted'
}

/** A change of a continuing plan that was not billed. */
function turnOf(
  known: {
    readonly cancel_at: Date | null
    readonly pending_product_type: PlanType | null
    readonly product_type: PlanType
  },
  state: SubscriptionState,
): PlanTurn | null {
  if (!known.cancel_at && state.cancelAt) return 'cancelled'
  // A billed change of plan has its own receipt.
  if (known.product_type !== state.plan) return null
  if (state.pending && !known.pending_product_type) return 'change-booked'
  if (!state.pending && known.pending_product_type) return 'change-taken-back'
  return known.cancel_at && !state.cancelAt ? 'resumed' : null
}

async function orderOf(tx: Tx, userId: PersonId, orderId: string | null) {
  const id = parseId<OrderId>(orderId)
  if (!id) return null
  const order = await tx
    .selectFrom('checkout_orders')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return order?.id ?? null
}

async function refuse(
  tx: Tx,
  userId: PersonId,
  state: SubscriptionState,
  knownId: SubscriptionId | undefined,
  now: Date,
): Promise<void> {
  const row = { status: 'canceled' as const, refused_at: now, ended_at: now, updated_at: now }
  if (knownId) {
    await tx.updateTable('credit_subscriptions').set(row).where('id', '=', knownId).execute()
  } else {
    await tx
      .insertInto('credit_subscriptions')
      .values({
        ...row,
        id: newId(),
        user_id: userId,
        stripe_subscription_id: state.id,
        order_id: await orderOf(tx, userId, state.orderId),
        product_type: state.plan,
        created_at: state.createdAt,
      })
      .execute()
  }
  await queueCancellation(tx, state.id)
}

/**
 * The live subscription, after checking with Stripe that it still is: somebody whose subscription
 * has ended must not have to wait for the event before starting another one.
 */
export async function checkLiveSubscription(
  db: Db,
  stripe: StripeGateway,
  userId: PersonId,
  now: Date,
): Promise<{ readonly id: SubscriptionId; readonly stripeId: string } | null> {
  const live = await findLiveSubscription(db, userId)
  if (!live) return null
  await syncSubscription(db, stripe, live.stripeId, now)
  return await findLiveSubscription(db, userId)
}

const DAY_MS = 86_400_000

/**
 * The subscriptions to read again: those with a due renewal, cancellation or change of plan, an
 * unpaid renewal or first payment, or no read for a day. At most `max`, least recently read first.
 */
export async function subscriptionsToRefresh(db: Db, now: Date, max = 200): Promise<string[]> {
  const rows = await db
    .selectFrom('credit_subscriptions')
    .select('stripe_subscription_id')
    .where('status', 'in', [
      sql.lit('active' as const),
      sql.lit('past_due' as const),
      sql.lit('incomplete' as const),
    ])
    .where((where) =>
      where.or([
        where('renews_at', '<=', now),
        where('cancel_at', '<=', now),
        where('pending_from', '<=', now),
        where('status', 'in', ['past_due', 'incomplete']),
        where('updated_at', '<', new Date(now.getTime() - DAY_MS)),
        // The clock was set back since.
        where('updated_at', '>', now),
      ]),
    )
    .orderBy('updated_at')
    .limit(max)
    .execute()
  return rows.map((row) => row.stripe_subscription_id)
}
