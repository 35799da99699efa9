import * as z from 'zod'
import { type Db, inTransaction } from '#db/connection.ts'
import { enqueue } from '#db/jobs.ts'
import { recordFailedPayment } from '#domain/money/cards/cards.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { syncRefund, syncRefundsOfCharge } from '#domain/money/checkout/refunding/refunds.ts'
import { syncDispute } from '#domain/money/disputes/disputes.ts'
import { syncBankPayout, syncPayoutAccount, syncTransfer } from '#domain/money/payouts/payouts.ts'
import { syncSubscription } from '#domain/money/plans/subscriptions.ts'
import { storable } from '#domain/shared/plain-text.ts'
import { StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { EVENT_RETRY_DAYS } from './event-retries.ts'

export { searchFailedEvents } from './failed-events.ts'

type Handler = (db: Db, stripe: StripeGateway, objectId: string, now: Date) => Promise<void>

/** The events that we handle; all others are only stored. */
const handlers: Readonly<Record<string, Handler>> = {
  'checkout.session.completed': fulfilSession,
  'checkout.session.async_payment_succeeded': fulfilSession,
  'checkout.session.expired': fulfilSession,
  'customer.subscription.created': handleSubscription,
  'customer.subscription.updated': handleSubscription,
  'customer.subscription.deleted': handleSubscription,
  'customer.subscription.paused': handleSubscription,
  'customer.subscription.resumed': handleSubscription,
  'invoice.paid': handleInvoice,
  'invoice.payment_failed': handleInvoice,
  'subscription_schedule.created': handleSchedule,
  'subscription_schedule.updated': handleSchedule,
  'subscription_schedule.released': handleSchedule,
  'subscription_schedule.canceled': handleSchedule,
  'subscription_schedule.completed': handleSchedule,
  'refund.created': syncRefund,
  'refund.updated': syncRefund,
  'refund.failed': syncRefund,
  'charge.failed': recordFailedPayment,
  'charge.refunded': syncRefundsOfCharge,
  'charge.dispute.created': syncDispute,
  'charge.dispute.updated': syncDispute,
  'charge.dispute.closed': syncDispute,
  'charge.dispute.funds_withdrawn': syncDispute,
  'charge.dispute.funds_reinstated': syncDispute,
  'transfer.created': syncTransfer,
  'transfer.reversed': syncTransfer,
}

const GIVE_UP_AFTER_MS = EVENT_RETRY_DAYS * 86_400_000
/** The reconciler retries six times an hour, so this is less than a day of running time. */
const GIVE_UP_AFTER_TRIES = 100

type AccountEvent = { readonly account: string; readonly objectId: string }
type AccountHandler = (
  db: Db,
  stripe: StripeGateway,
  event: AccountEvent,
  now: Date,
) => Promise<void>

/** The events of closets' accounts that we handle. */
const accountHandlers: Readonly<Record<string, AccountHandler>> = {
  'account.updated': syncAccount,
  'account.application.deauthorized': syncAccount,
  'payout.paid': handlePayout,
  'payout.failed': handlePayout,
}

/** The function that handles a type of event. It gets the object, so types can share a function. */
export function handlerOf(type: string, account: string | null): unknown {
  return (account === null ? handlers : accountHandlers)[type]
}

/** The types of Stripe events that we handle. */
export const handledEventTypes: readonly string[] = [
  ...Object.keys(handlers),
  ...Object.keys(accountHandlers),
]

/**
 * Stores an event signed by Stripe and queues a job for it; receiving the same event again changes
 * nothing. False when the signature is not Stripe's.
 */
export async function receiveEvent(
  db: Db,
  stripe: StripeGateway,
  body: string,
  signature: string | null,
  now: Date,
): Promise<boolean> {
  const read = await stripe.readEvent(body, signature)
  if (!read) return false
  const requiresChange = Object.hasOwn(
    read.event.account === null ? handlers : accountHandlers,
    read.event.type,
  )
  await inTransaction(db, async (tx) => {
    const stored = await tx
      .insertInto('stripe_events')
      .values({
        id: read.event.id,
        type: read.event.type,
        payload: JSON.stringify(read.payload, storableJson),
        received_at: now,
        done_at: requiresChange ? null : now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored && requiresChange)
      await enqueue(tx, 'stripe-event', { eventId: read.event.id }, { key: read.event.id })
  })
  return true
}

/**
 * Processes a stored event by reading Stripe's current state rather than the event's copy, so that
 * order and repetition do not matter. Throws while that is not possible yet: the job is retried. An
 * event that cannot be processed for three days, in a hundred attempts, has failed and is shown to
 * admins (`failed-events.ts`); an outage of Stripe does not count.
 */
export async function processEvent(
  db: Db,
  stripe: StripeGateway,
  eventId: string,
  now: Date,
): Promise<void> {
  const event = await db
    .selectFrom('stripe_events')
    .select(['type', 'payload', 'received_at', 'done_at', 'tries'])
    .where('id', '=', eventId)
    .executeTakeFirst()
  if (!event || event.done_at) return
  try {
    const { account, objectId } = subjectOf(event.payload)
    if (account === null) await handlers[event.type]?.(db, stripe, objectId, now)
    else await accountHandlers[event.type]?.(db, stripe, { account, objectId }, now)
  } catch (error) {
    const age = now.getTime() - event.received_at.getTime()
    const tries = event.tries + 1
    const isOver =
      age >= GIVE_UP_AFTER_MS &&
      tries >= GIVE_UP_AFTER_TRIES &&
      !(error instanceof StripeUnavailable)
    await inTransaction(db, async (tx) => {
      await tx
        .updateTable('stripe_events')
        .set({ last_error: error instanceof Error ? error.message : String(error), tries })
        .$if(isOver, (update) => update.set({ done_at: now, given_up_at: now }))
        .where('id', '=', eventId)
        .execute()
      if (isOver) await enqueue(tx, 'tell-admins', { event: 'event-failed', id: eventId })
    })
    if (isOver) return
    throw error
  }
  await db
    .updateTable('stripe_events')
    .set({ done_at: now, last_error: null })
    .where('id', '=', eventId)
    .execute()
}

/**
 * PostgreSQL's JSON cannot contain NUL or half a surrogate pair: they are removed before storing.
 */
function storableJson(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value
}

async function fulfilSession(db: Db, stripe: StripeGateway, sessionId: string): Promise<void> {
  const outcome = await fulfil(db, stripe, sessionId)
  if (!outcome.ok && outcome.problem.reason === 'unknown-session')
    throw new Error(`no order belongs to session ${sessionId}`)
}

async function handleSubscription(db: Db, stripe: StripeGateway, id: string, now: Date) {
  await syncSubscription(db, stripe, id, now)
}

async function handleInvoice(db: Db, stripe: StripeGateway, invoiceId: string, now: Date) {
  const id = await stripe.subscriptions.ofInvoice(invoiceId)
  if (id) await syncSubscription(db, stripe, id, now)
}

async function syncAccount(db: Db, stripe: StripeGateway, { account }: AccountEvent, now: Date) {
  await syncPayoutAccount(db, stripe, account, now)
}

async function handlePayout(db: Db, stripe: StripeGateway, event: AccountEvent, now: Date) {
  await syncBankPayout(db, stripe, { account: event.account, id: event.objectId }, now)
}

async function handleSchedule(db: Db, stripe: StripeGateway, scheduleId: string, now: Date) {
  const id = await stripe.subscriptions.ofSchedule(scheduleId)
  if (id) await syncSubscription(db, stripe, id, now)
}

const payloadSchema = z
  .object({
    account: z.string().nullable().catch(null),
    data: z.object({ object: z.object({ id: z.string() }) }).catch({ object: { id: '' } }),
  })
  .catch({ account: null, data: { object: { id: '' } } })

/** The closet's account that an event is about (null for ours), and the id of its object or ''. */
function subjectOf(payload: unknown) {
  const { account, data } = payloadSchema.parse(payload)
  return { account, objectId: data.object.id }
}
