import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { Person } from '#domain/shared/actors.ts'

// Payments outlive an account: what closing one does to them, and whom to write to about them.

/** Refunds can fail for weeks after they were made: Stripe does not say for how long. */
const REFUND_CAN_FAIL_DAYS = 90

/**
 * Part of closing an account: open payment pages are closed, and payments whose money is on its way
 * back, or may still come back to us, get the name and the address to write to;
 * `removeContacts` takes them away again.
 */
export async function closeCheckoutsOf(tx: Tx, person: Person, now: Date): Promise<void> {
  await closePaymentPages(tx, person.id)
  await sql`
    update checkout_orders o set contact_email = ${person.email}, contact_name = ${person.fullName}
    where o.user_id = ${person.id} and (o.status = 'open' or ${mayFail(now)})`.execute(tx)
}

/** Pages that are opened or paid at this very moment are met when they are paid: see `fulfil`. */
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

/** Of an order `o`: a refund of it is under way, has failed for good or for now, or may still fail. */
function mayFail(now: Date) {
  const since = new Date(now.getTime() - REFUND_CAN_FAIL_DAYS * 86_400_000)
  return sql<boolean>`exists (select from refunds f where f.order_id = o.id and f.settled_by is null
    and not exists (select from refunds again where again.retry_of = f.id)
    and (f.status <> 'succeeded' or f.finished_at > ${since}))`
}

/** Removes whom to write to where no refund can fail any more. Answers how many it removed. */
export async function removeContacts(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update checkout_orders o set contact_email = null, contact_name = null
    where o.contact_email is not null and o.status <> 'open' and not ${mayFail(now)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Cents of refunds that are not final yet: an account that is closed leaves an address for them. */
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
