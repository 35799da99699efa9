import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { TransferId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { claimEarnings, lockPayoutAccount } from './claim-earnings.ts'
import { payoutsAreStopped } from './transfer-differences.ts'
import { needsRetry } from './transfer-list.ts'

export type RetryRefusal =
  | { readonly reason: 'transfer-not-found' }
  /** Stripe Connect is not set up: the new transfer would only wait. */
  | { readonly reason: 'payouts-not-available' }
  /** The transfer has not failed, or a later one has replaced it. */
  | { readonly reason: 'already-handled' }
  /** Stripe does not accept money for the account yet. */
  | { readonly reason: 'account-not-ready' }
  /** Less than $25 is owed by now. */
  | { readonly reason: 'too-little' }
  /** Our transfers and Stripe's differ. */
  | { readonly reason: 'payouts-stopped' }

/**
 * Sends what a failed transfer should have sent, with everything else that is payable now, as a new
 * transfer; the failed one stays as it is.
 */
export async function retryTransfer(
  db: Db,
  admin: Admin,
  { hasConnect }: Pick<StripeGateway, 'hasConnect'>,
  transferId: TransferId,
  now: Date,
): Promise<Outcome<{ readonly transferId: TransferId }, RetryRefusal>> {
  if (!hasConnect) return refused({ reason: 'payouts-not-available' })
  return await inTransaction(db, async (tx) => {
    const failed = await tx
      .selectFrom('transfers')
      .select(['owner_id', 'final'])
      .where('id', '=', transferId)
      .executeTakeFirst()
    if (!failed) return refused({ reason: 'transfer-not-found' })
    const account = await lockPayoutAccount(tx, failed.owner_id)
    if (!(await stillNeedsRetry(tx, transferId))) return refused({ reason: 'already-handled' })
    if (await payoutsAreStopped(tx)) return refused({ reason: 'payouts-stopped' })
    if (account?.state !== 'ready') return refused({ reason: 'account-not-ready' })
    const claimed = await claimEarnings(tx, { account, payableBy: now, final: failed.final }, now)
    if (!claimed) return refused({ reason: 'too-little' })
    const act = { action: 'retry transfer', noun: 'transfer', nounId: transferId }
    const after = { cents: claimed.cents, retriedAs: claimed.transferId }
    await recordAction(tx, admin, { ...act, after }, now)
    return done({ transferId: claimed.transferId })
  })
}

/** Read under the lock of the account, so that nobody else retries or pays in the meantime. */
async function stillNeedsRetry(tx: Tx, transferId: TransferId): Promise<boolean> {
  const found = await tx
    .selectFrom('transfers as t')
    .select('t.id')
    .where('t.id', '=', transferId)
    .where(needsRetry)
    .executeTakeFirst()
  return found !== undefined
}
