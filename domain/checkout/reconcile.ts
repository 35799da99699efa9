import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { syncDispute } from '#domain/disputes/disputes.ts'
import { subscriptionsToRead, syncSubscription } from '#domain/subscriptions/subscriptions.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { fulfil } from './fulfil.ts'
import { makeRefund, syncRefund } from './refunds.ts'
import { workOffEvent } from './webhook.ts'

const DAY_MS = 86_400_000

/** Sessions live 24 hours; after two days nothing can arrive for an order any more. */
const FORGOTTEN_AFTER_MS = 2 * DAY_MS

export type Reconciled = {
  readonly orders: number
  readonly events: number
  readonly refunds: number
  readonly subscriptions: number
}

/**
 * Finishes what a crash, a lost webhook or an absent Stripe left open: every ten minutes and at
 * every start. Each piece stands alone, so one that fails keeps nothing else waiting; the first
 * failure is thrown at the end.
 */
export async function reconcile(db: Db, stripe: StripeGateway, now: Date): Promise<Reconciled> {
  const failures: unknown[] = []
  const each = async (ids: readonly string[], work: (id: string) => Promise<unknown>) => {
    for (const id of ids) {
      try {
        await work(id)
      } catch (error) {
        failures.push(error)
      }
    }
    return ids.length
  }
  const orders = await each(await openSessions(db), (session) => fulfil(db, stripe, session))
  const events = await each(await waitingEvents(db), (id) => workOffEvent(db, stripe, id, now))
  const refunds = await each(await unaskedRefunds(db), (id) => makeRefund(db, stripe, id, now))
  const answers = await each(await openRefunds(db), (id) => syncRefund(db, stripe, id, now))
  await each(await openDisputes(db), (id) => syncDispute(db, stripe, id, now))
  const subscriptions = await each(await subscriptionsToRead(db, now), (id) =>
    syncSubscription(db, stripe, id, now),
  )
  await forgetAbandoned(db, now)
  if (failures.length > 0) throw failures[0]
  return { orders, events, refunds: refunds + answers, subscriptions }
}

async function openSessions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('checkout_orders')
    .select('stripe_session_id')
    .where('status', '=', 'open')
    .where('stripe_session_id', 'is not', null)
    .orderBy('created_at')
    .execute()
  return rows.flatMap((row) => row.stripe_session_id ?? [])
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

/** Recorded, but Stripe may not know of them. */
async function unaskedRefunds(db: Db): Promise<string[]> {
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

/** On their way when Stripe last spoke of them. */
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

async function openDisputes(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('disputes')
    .select('id')
    .where('status', '=', sql.lit('open' as const))
    .orderBy('opened_at')
    .limit(1000)
    .execute()
  return rows.map((row) => row.id)
}

/** An order whose session nobody ever saw (we died before we wrote it down) can only lapse. */
async function forgetAbandoned(db: Db, now: Date) {
  await db
    .updateTable('checkout_orders')
    .set({ status: 'expired' })
    .where('status', '=', 'open')
    .where('stripe_session_id', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - FORGOTTEN_AFTER_MS))
    .execute()
}
