import { sql } from 'kysely'
import { type Db, inTransactionOrBack, type Tx } from '#db/connection.ts'
import { enqueue } from '#db/jobs.ts'
import { queueMail } from '#domain/mail/outbox.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { accountDeletedEmail } from './account-emails.ts'
import type { Auth } from './auth.ts'
import { type NotProven, type Proof, proveOwner } from './own-password.ts'

export type DeletionProblem =
  | NotProven
  /** An admin has others who decide about it. */
  | 'is admin'
  | 'rental open'
  | 'deposit open'
  /** The deposit was asked back and has not arrived. */
  | 'refund under way'
  | 'refund failed'

/**
 * Deletes somebody's account: what names them is gone, what they own is retired, their subscription
 * and the payment pages they left open end, and the books stay (spec 10.5). Refused while a
 * rental on either side, or a deposit, is open.
 */
export async function deleteAccount(
  db: Db,
  auth: Auth,
  proof: Proof,
  now: Date,
): Promise<Outcome<null, DeletionProblem>> {
  const { person } = proof
  if (person.accountType === 'admin') return refused('is admin')
  const refusal = await proveOwner(db, auth, proof, now)
  if (refusal) return refused(refusal)
  return inTransactionOrBack<Outcome<null, DeletionProblem>>(db, async (tx, back) => {
    await retireItems(tx, person.id, now)
    // A rental or a payment of theirs that is under way is over before what is open is looked at.
    await sql`select 1 from wallets where user_id = ${person.id} for no key update`.execute(tx)
    const open = await whatIsOpen(tx, person.id)
    if (open) return back(refused(open))
    await endSubscriptions(tx, person.id)
    await closeCheckouts(tx, person.id)
    await keepContacts(tx, person, now)
    await forget(tx, person.id)
    await becomeNobody(tx, person.id, now)
    await queueMail(tx, { ...accountDeletedEmail(person), to: person.email }, now)
    return done(null)
  })
}

/** Why the account cannot go now, for a screen that says so before it is tried. */
export async function whatKeepsAccount(db: Db, person: Person): Promise<DeletionProblem | null> {
  return person.accountType === 'admin' ? 'is admin' : await whatIsOpen(db, person.id)
}

async function whatIsOpen(read: Db | Tx, id: string): Promise<DeletionProblem | null> {
  const { rows } = await sql<{
    rental: boolean
    deposit: boolean
    asked: boolean
    failed: boolean
  }>`
    select
      exists (select from rentals
        where status in ('pending', 'confirmed', 'delivered') and ${id} in (renter_id, owner_id)
      ) as rental,
      coalesce(bool_or(true), false) as deposit,
      coalesce(bool_and(d.refund_requested_at is not null), false) as asked,
      coalesce(bool_or(d.refund_requested_at is not null and not exists (select from refunds f
        where f.deposit_id = d.id and f.status = 'pending')), false) as failed
    from deposits d where d.user_id = ${id} and d.closed_at is null
  `.execute(read)
  const [open] = rows
  if (open?.rental) return 'rental open'
  if (!open?.deposit) return null
  if (!open.asked) return 'deposit open'
  return open.failed ? 'refund failed' : 'refund under way'
}

/** Refunds can fail for weeks after they were made: Stripe does not say for how long. */
const REFUND_CAN_FAIL_DAYS = 90

/**
 * Keeps name and address with the payments whose money is on its way back, or may still come back to
 * us, and with payment pages that are open; `forgetContacts` takes them away again.
 */
async function keepContacts(tx: Tx, person: Person, now: Date): Promise<void> {
  await sql`
    update checkout_orders o set contact_email = ${person.email}, contact_name = ${person.fullName}
    where o.user_id = ${person.id} and (o.status = 'open' or ${mayFail(now)})`.execute(tx)
}

/** Of an order `o`: a refund of it is under way, has failed for good or for now, or may still fail. */
function mayFail(now: Date) {
  const since = new Date(now.getTime() - REFUND_CAN_FAIL_DAYS * 86_400_000)
  return sql<boolean>`exists (select from refunds f where f.order_id = o.id and f.settled_by is null
    and not exists (select from refunds again where again.retry_of = f.id)
    and (f.status <> 'succeeded' or f.finished_at > ${since}))`
}

/** Forgets whom to write to where no refund can fail any more. Answers how many it forgot. */
export async function forgetContacts(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update checkout_orders o set contact_email = null, contact_name = null
    where o.contact_email is not null and o.status <> 'open' and not ${mayFail(now)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Cents of refunds that are not final yet: an account that is deleted keeps an address for them. */
export async function refundsNotFinal(db: Db, person: Person, now: Date): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(f.amount_cents), 0)::integer as cents
    from refunds f join checkout_orders o on o.id = f.order_id
    where o.user_id = ${person.id} and ${mayFail(now)}`.execute(db)
  return rows[0]?.cents ?? 0
}

async function retireItems(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('clothing_items')
    .set({ deleted_at: now, updated_at: now })
    .where('business_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

async function endSubscriptions(tx: Tx, id: string): Promise<void> {
  const live = await tx
    .selectFrom('credit_subscriptions')
    .select('stripe_subscription_id')
    .where('user_id', '=', id)
    .where('status', 'in', ['active', 'past_due'])
    .execute()
  for (const { stripe_subscription_id: stripeSubscriptionId } of live) {
    const key = `end-subscription:${stripeSubscriptionId}`
    await enqueue(tx, 'end-subscription', { stripeSubscriptionId }, { key })
  }
}

/** Pages that are opened or paid at this very moment are met when they are paid: see `fulfil`. */
async function closeCheckouts(tx: Tx, id: string): Promise<void> {
  const open = await tx
    .selectFrom('checkout_orders')
    .select('stripe_session_id')
    .where('user_id', '=', id)
    .where('status', '=', 'open')
    .execute()
  for (const { stripe_session_id: sessionId } of open) {
    if (sessionId)
      await enqueue(tx, 'close-checkout', { sessionId }, { key: `close-checkout:${sessionId}` })
  }
}

/** What only concerned the person, and what others wrote down about them. */
async function forget(tx: Tx, id: string): Promise<void> {
  for (const table of [
    'likes',
    'auth_sessions',
    'auth_accounts',
    'auth_two_factors',
    'second_steps',
    'email_changes',
    'business_applications',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  }
  await tx.deleteFrom('auth_verifications').where('value', '=', id).execute()
  // What tells of money on its way back still goes out.
  await tx
    .updateTable('mail_outbox')
    .set({ recipient_id: null })
    .where('recipient_id', '=', id)
    .where('sent_at', 'is', null)
    .where('template', 'like', 'refund-%')
    .execute()
  await tx.deleteFrom('mail_outbox').where('recipient_id', '=', id).execute()
  // The sweeper takes what nothing holds.
  await tx
    .updateTable('images')
    .set({ attached_at: null })
    .where('owner_id', '=', id)
    .where('use', '=', 'outfit')
    .execute()
  await tx
    .updateTable('feedback')
    .set({ user_id: null, name: NOBODY, email: addressOfNobody(id) })
    .where('user_id', '=', id)
    .execute()
  await tx
    .updateTable('rentals')
    .set({ renter_phone: null, delivery_address: null, delivery_notes: null })
    .where('renter_id', '=', id)
    .execute()
}

const NOBODY = 'Former member'

async function becomeNobody(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('user_profiles')
    .set({
      full_name: NOBODY,
      email: addressOfNobody(id),
      email_verified: false,
      image: null,
      phone: null,
      city: null,
      state: null,
      instagram_handle: null,
      delivery_address: null,
      delivery_notes: null,
      driving_distance: null,
      account_type: 'regular',
      business_status: null,
      two_factor_enabled: false,
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Ends in a domain that no mail can ever reach. */
function addressOfNobody(id: string): string {
  return `gone-${id}@hemline.invalid`
}
