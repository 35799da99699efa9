import { sql } from 'kysely'
import { type Db, inTransactionOrBack, type Tx } from '#db/connection.ts'
import { enqueue } from '#db/jobs.ts'
import { queueMail } from '#domain/mail/outbox.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { farewellLetter } from './account-letters.ts'
import type { Auth } from './auth.ts'
import { isOwnPassword } from './own-password.ts'

export type DeletionProblem =
  | 'wrong password'
  /** An admin has others who decide about it. */
  | 'is admin'
  | 'rental open'
  | 'deposit open'

/**
 * Deletes somebody's account: what names them is gone, what they own is retired, their subscription
 * and the payment pages they left open end, and the books stay (design.md, People). Refused while a
 * rental on either side, or a deposit, is open.
 */
export async function deleteAccount(
  db: Db,
  auth: Auth,
  { person, password }: { readonly person: Person; readonly password: string },
  now: Date,
): Promise<Outcome<null, DeletionProblem>> {
  if (person.accountType === 'admin') return refused('is admin')
  if (!(await isOwnPassword(db, auth, { person, password }, now))) return refused('wrong password')
  return inTransactionOrBack<Outcome<null, DeletionProblem>>(db, async (tx, back) => {
    await retireItems(tx, person.id, now)
    // A rental or a payment of theirs that is under way is over before what is open is looked at.
    await sql`select 1 from wallets where user_id = ${person.id} for no key update`.execute(tx)
    const open = await whatIsOpen(tx, person.id)
    if (open) return back(refused(open))
    await endSubscriptions(tx, person.id)
    await closeCheckouts(tx, person.id)
    await forget(tx, person.id)
    await becomeNobody(tx, person.id, now)
    await queueMail(tx, { ...farewellLetter(person), to: person.email }, now)
    return done(null)
  })
}

/** Why the account cannot go now, for a screen that says so before it is tried. */
export async function whatKeepsAccount(db: Db, person: Person): Promise<DeletionProblem | null> {
  return person.accountType === 'admin' ? 'is admin' : await whatIsOpen(db, person.id)
}

async function whatIsOpen(read: Db | Tx, id: string): Promise<DeletionProblem | null> {
  const { rows } = await sql<{ rental: boolean; deposit: boolean }>`
    select
      exists (select from rentals
        where status in ('pending', 'confirmed', 'delivered') and ${id} in (renter_id, owner_id)
      ) as rental,
      exists (select from deposits where user_id = ${id} and closed_at is null) as deposit
  `.execute(read)
  if (rows[0]?.rental) return 'rental open'
  return rows[0]?.deposit ? 'deposit open' : null
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
    'email_changes',
    'business_applications',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  }
  await tx.deleteFrom('auth_verifications').where('value', '=', id).execute()
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
