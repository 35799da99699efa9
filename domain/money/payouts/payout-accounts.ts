import { type Db, inTransaction } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { PaidOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { StripeRefused } from '#gateways/stripe/stripe-errors.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { syncPayoutAccount } from './sync-payout-account.ts'

export type SetupProblem =
  | /** This shop is not connected: Stripe would accept no account. */
  { readonly reason: 'payouts-not-available' }
  /** The former account is disconnected; a pending transfer to it will fail on its next try. */
  | { readonly reason: 'transfer-under-way' }

/**
 * The address of Stripe's form for a closet's payout account, to redirect to at once. The first
 * call creates the account, as does the first after the former one was disconnected; later calls
 * use the same account, even if a response was lost.
 */
export async function startPayoutSetup(
  db: Db,
  owner: PaidOwner,
  stripe: StripeGateway,
  links: { readonly returnUrl: string; readonly refreshUrl: string },
  now: Date,
): Promise<Outcome<{ readonly url: string }, SetupProblem>> {
  if (!stripe.hasConnect) return refused({ reason: 'payouts-not-available' })
  const account = await openAccount(db, owner, stripe, now)
  try {
    return done({ url: await stripe.openOnboarding({ ...links, account }) })
  } catch (error) {
    if (!hasLeft(error)) throw error
    // The account was disconnected, and we have not heard of it yet.
    const state = await syncPayoutAccount(db, stripe, account, now)
    if (state === 'restricted') return refused({ reason: 'transfer-under-way' })
    const next = await openAccount(db, owner, stripe, now)
    return done({ url: await stripe.openOnboarding({ ...links, account: next }) })
  }
}

function hasLeft(error: unknown): boolean {
  return error instanceof StripeRefused && error.code === 'account_invalid'
}

/** Stripe's id of the closet's account; creates one if there is none or the last one is gone. */
async function openAccount(
  db: Db,
  owner: PaidOwner,
  stripe: StripeGateway,
  now: Date,
): Promise<string> {
  const known = await findAccount(db, owner.id)
  if (known && known.state !== 'gone') return known.stripeAccountId
  const { id: userId, email } = owner
  const replaces = known?.stripeAccountId ?? null
  const created = await stripe.createPayoutAccount({ userId, email, replaces })
  return await inTransaction(db, async (tx) => {
    // Two tabs get the same account one after the other; `on conflict` checks only the owner.
    await tx
      .selectFrom('user_profiles')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .execute()
    const row = { owner_id: userId, stripe_account_id: created, created_at: now, updated_at: now }
    const fresh = { state: 'incomplete', payouts_enabled: false, due: [] } as const
    const written = await tx
      .insertInto('payout_accounts')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('owner_id')
          .doUpdateSet({ ...row, ...fresh, due: [] })
          // Of two tabs the first one wins.
          .where('payout_accounts.state', '=', 'gone')
          .where('payout_accounts.stripe_account_id', '=', replaces ?? ''),
      )
      .returning('stripe_account_id')
      .executeTakeFirst()
    if (!written) return (await findAccount(tx, userId))?.stripeAccountId ?? created
    await recordAction(
      tx,
      owner,
      { action: 'set up payouts', noun: 'payout account', nounId: userId },
      now,
    )
    return created
  })
}

async function findAccount(read: Pick<Db, 'selectFrom'>, ownerId: PersonId) {
  return await read
    .selectFrom('payout_accounts')
    .select(['state', 'stripe_account_id as stripeAccountId'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}

export type DashboardProblem =
  /** There is no account, its setup was never finished, or it is disconnected. */
  { readonly reason: 'no-dashboard' }

/** The address of the closet's own dashboard at Stripe, to redirect to at once. */
export async function openPayoutDashboard(
  db: Db,
  owner: PaidOwner,
  stripe: StripeGateway,
  now: Date,
): Promise<Outcome<{ readonly url: string }, DashboardProblem>> {
  const known = await findAccount(db, owner.id)
  if (!known || known.state === 'gone') return refused({ reason: 'no-dashboard' })
  try {
    return done({ url: await stripe.openDashboard(known.stripeAccountId) })
  } catch (error) {
    if (!(error instanceof StripeRefused)) throw error
    await syncPayoutAccount(db, stripe, known.stripeAccountId, now)
    return refused({ reason: 'no-dashboard' })
  }
}

/** Syncs the closet's account after a visit to Stripe; does nothing without an account. */
export async function syncOwnAccount(
  db: Db,
  owner: PaidOwner,
  stripe: StripeGateway,
  now: Date,
): Promise<void> {
  const known = await findAccount(db, owner.id)
  if (known) await syncPayoutAccount(db, stripe, known.stripeAccountId, now)
}
