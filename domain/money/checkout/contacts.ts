import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { Person } from '#domain/shared/actors.ts'

// Payments stay when an account is closed: what closing does to them, and the contact for refunds.

/** Refunds can fail for weeks after they were made; Stripe does not say for how long. */
const REFUND_CAN_FAIL_DAYS = 90

/**
 * Part of closing an account: closes open payment pages, deletes the digits of cards, and stores a
 * name and an address for payments that are being refunded or may still be refunded;
 * `removeContacts` deletes them later.
 */
export async function closeCheckoutsOf(tx: Tx, person: Person, now: Date): Promise<void> {
  await closePaymentPages(tx, person.id)
  await sql`
    update checkout_orders o set contact_email = ${person.email}, contact_name = ${person.fullName}
    where o.user_id = ${person.id} and (o.status = 'open' or ${mayFail(now)})`.execute(tx)
  await tx
    .updateTable('checkout_orders')
    .set({ card_last4: null })
    .where('user_id', '=', person.id)
    .where('card_last4', 'is not', null)
    .execute()
}

/**
 * Part of closing an account: locks its open orders. The caller locks the wallet afterwards, in the
 * same order as an arriving payment does.
 */
export async function lockOpenOrdersOf(tx: Tx, personId: PersonId): Promise<void> {
  await tx
    .selectFrom('checkout_orders')
    .select('id')
    .where('user_id', '=', personId)
    .where('status', '=', 'open')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** A page that is opened or paid meanwhile is handled when its payment arrives: see `fulfil`. */
async function closePaymentPages(tx: Tx, personId: PersonId): Promise<void> {
  const open = await tx
    .selectFrom('checkout_orders')
    .select('stripe_session_id')
    .where('user_id', '=', personId)
    .where('status', '=', 'open')
    .execute()
  for (const { stripe_session_id: sessionId } of open) {
    if (sessionId)
      await enqueue(tx, 'close-checkout', { sessionId }, { key: `close-checkout:${sessionId}` })
  }
}

/**
 * SQL condition on an order `o`: a refund of it is in progress, has failed and is still owed, or
 * may still fail. An amount refunded in the provider's dashboard instead is owed again when that
 * refund fails.
 */
function mayFail(now: Date) {
  const since = new Date(now.getTime() - REFUND_CAN_FAIL_DAYS * 86_400_000)
  return sql<boolean>`exists (select from refunds f where f.order_id = o.id and f.settled_by is null
    and not exists (select from refunds again where again.retry_of = f.id)
    and (f.status = 'pending' or f.finished_at > ${since}
      or (f.status = 'failed' and (not f.has_nothing_left or exists (select from disputes s
        where s.payment_intent = o.payment_intent and s.kind = 'refund' and s.closed_at > ${since})))))`
}

/** Deletes the contacts of payments whose refunds can no longer fail. Returns how many. */
export async function removeContacts(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update checkout_orders o set contact_email = null, contact_name = null
    where o.contact_email is not null and o.status <> 'open' and not ${mayFail(now)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Cents of refunds that are not final; a contact is stored for them when the account is closed. */
export async function refundsNotFinal(db: Db, person: Person, now: Date): Promise<number> {
  const { cents } = await db
    .selectFrom('refunds as f')
    .innerJoin('checkout_orders as o', 'o.id', 'f.order_id')
    .select(sql<number>`coalesce(sum(f.amount_cents), 0)::integer`.as('cents'))
    .where('o.user_id', '=', person.id)
    .where(mayFail(now))
    .executeTakeFirstOrThrow()
  return cents
}
