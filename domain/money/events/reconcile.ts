import { type NotNull, sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { OrderId, PersonId, RefundId } from '#db/ids.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { expireOrder } from '#domain/money/checkout/orders.ts'
import { makeRefund, syncRefund } from '#domain/money/checkout/refunding/refunds.ts'
import { stripeIdOf } from '#domain/money/deposits/payment-parts.ts'
import { syncDispute } from '#domain/money/disputes/disputes.ts'
import {
  makeTransfer,
  payoutAccountsToRead,
  syncPayoutAccount,
  untriedTransfers,
} from '#domain/money/payouts/payouts.ts'
import { subscriptionsToRefresh, syncSubscription } from '#domain/money/plans/subscriptions.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { processEvent } from './events.ts'

const DAY_MS = 86_400_000

/** Sessions expire after 24 hours; after two days no payment can arrive for an order. */
const ABANDONED_AFTER_MS = 2 * DAY_MS

const SESSIONS_PER_BATCH = 500
const PEOPLE_AT_ONCE = 8

export type Reconciled = {
  readonly orders: number
  readonly events: number
  readonly refunds: number
  readonly subscriptions: number
}

/**
 * Completes what a crash, a lost webhook or an outage of Stripe left open; runs every ten minutes
 * and at every start. The steps are independent, so a failing one does not block the others; the
 * first failure is thrown at the end.
 */
export async function reconcile(db: Db, stripe: StripeGateway, now: Date): Promise<Reconciled> {
  const failures: unknown[] = []
  const each = async <Id>(ids: readonly Id[], work: (id: Id) => Promise<unknown>) => {
    for (const id of ids) {
      try {
        await work(id)
      } catch (error) {
        failures.push(error)
      }
    }
    return ids.length
  }
  const orders = await checkOpenSessions(db, stripe, now, failures)
  const events = await each(await waitingEvents(db), (id) => processEvent(db, stripe, id, now))
  const refunds = await each(await unsentRefunds(db), (id) => makeRefund(db, stripe, id, now))
  const answers = await each(await openRefunds(db), (id) => syncRefund(db, stripe, id, now))
  await each([...(await openDisputes(db))], (id) => syncDispute(db, stripe, id, now))
  const subscriptions = await each(await subscriptionsToRefresh(db, now), (id) =>
    syncSubscription(db, stripe, id, now),
  )
  await each(await payoutAccountsToRead(db, now), (id) => syncPayoutAccount(db, stripe, id, now))
  await each(await untriedTransfers(db), (id) => makeTransfer(db, stripe, id, now))
  await expireAbandonedOrders(db, now)
  if (failures.length > 0) throw failures[0]
  return { orders, events, refunds: refunds + answers, subscriptions }
}

type OpenSession = {
  readonly id: OrderId
  readonly user_id: PersonId
  readonly session: string
  readonly created_at: Date
}

/**
 * Asks Stripe about a batch of open payment pages, the longest unchecked ones first: several people
 * in parallel, each person's pages in sequence.
 */
async function checkOpenSessions(
  db: Db,
  stripe: StripeGateway,
  now: Date,
  failures: unknown[],
): Promise<number> {
  const sessions = await openSessions(db, now)
  const people = [...Map.groupBy(sessions, ({ user_id }) => user_id).values()]
  const checkSession = async (session: OpenSession) => {
    const outcome = await fulfil(db, stripe, session.session)
    const isUnknown = !outcome.ok && outcome.problem.reason === 'unknown-session'
    if (isUnknown && now.getTime() - session.created_at.getTime() > ABANDONED_AFTER_MS)
      await expireOrder(db, session.id)
  }
  const worker = async () => {
    for (let person = people.shift(); person; person = people.shift()) {
      for (const session of person)
        await checkSession(session).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: PEOPLE_AT_ONCE }, worker))
  return sessions.length
}

async function openSessions(db: Db, now: Date): Promise<OpenSession[]> {
  const rows = await db
    .updateTable('checkout_orders')
    .set({ asked_at: now })
    .where((open) =>
      inBatch(
        'id',
        open
          .selectFrom('checkout_orders as o')
          .select('o.id')
          .where('o.status', '=', sql.lit('open' as const))
          .where('o.stripe_session_id', 'is not', null)
          .orderBy('o.asked_at', (order) => order.asc().nullsFirst())
          .orderBy('o.created_at')
          .limit(SESSIONS_PER_BATCH)
          .forNoKeyUpdate()
          .skipLocked(),
      ),
    )
    .returning(['id', 'user_id', 'stripe_session_id as session', 'created_at'])
    .$narrowType<{ session: NotNull }>()
    .execute()
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
}

async function waitingEvents(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('stripe_events')
    .select('id')
    .where('done_at', 'is', null)
    .orderBy('received_at')
    .limit(1000)
    .execute()
  return rows.map((row) => row.id)
}

/** Refunds that are recorded, but possibly unknown to Stripe. */
async function unsentRefunds(db: Db): Promise<RefundId[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'pending')
    .where('stripe_refund_id', 'is', null)
    .orderBy('requested_at')
    .limit(1000)
    .execute()
  return rows.map((row) => row.id)
}

/** Refunds that were in progress when Stripe last reported them. */
async function openRefunds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('stripe_refund_id')
    .where('status', '=', 'pending')
    .where('stripe_refund_id', 'is not', null)
    .orderBy('requested_at')
    .limit(1000)
    .execute()
  return rows.flatMap((row) => row.stripe_refund_id ?? [])
}

async function openDisputes(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('disputes')
    .select('id')
    .where('status', '=', sql.lit('open' as const))
    .orderBy('opened_at')
    .limit(1000)
    .execute()
  return new Set(rows.map((row) => stripeIdOf(row.id)))
}

/** Expires orders whose session was never recorded, because of a crash. */
async function expireAbandonedOrders(db: Db, now: Date) {
  const abandoned = await db
    .selectFrom('checkout_orders')
    .select('id')
    .where('status', '=', sql.lit('open' as const))
    .where('stripe_session_id', 'is', null)
    // A deposit that is paid with credits expires with their order, which has the session.
    .where('paid_with', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - ABANDONED_AFTER_MS))
    .orderBy('created_at')
    .limit(SESSIONS_PER_BATCH)
    .execute()
  for (const { id } of abandoned) await expireOrder(db, id)
}
