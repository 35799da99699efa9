import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { claimEarnings, lockPayoutAccount } from './claim-earnings.ts'
import { payoutsAreStopped } from './transfer-differences.ts'

export type FinalTransferRefusal = {
  readonly reason: /** Stripe Connect is not set up. */
    | 'payouts-not-available'
    | 'account-not-ready'
    /** An open rental or return request can still earn something. */
    | 'rental-open'
    /** Something was earned less than seven days ago. */
    | 'not-payable-yet'
    /** Nothing is owed, or a transfer is pending. */
    | 'nothing-to-send'
    | 'payouts-stopped'
}

/**
 * Sends a leaving owner everything they are owed at once, with no minimum. Their account can be
 * deleted once the transfer is made.
 */
export async function requestFinalTransfer(
  db: Db,
  person: Person,
  { hasConnect }: Pick<StripeGateway, 'hasConnect'>,
  now: Date,
): Promise<Outcome<{ readonly cents: number }, FinalTransferRefusal>> {
  if (!hasConnect) return refused({ reason: 'payouts-not-available' })
  return await inTransaction(db, async (tx) => {
    const account = await lockPayoutAccount(tx, person.id)
    if (account?.state !== 'ready') return refused({ reason: 'account-not-ready' })
    if (await payoutsAreStopped(tx)) return refused({ reason: 'payouts-stopped' })
    const open = await openBusiness(tx, person.id, now)
    if (open.rental) return refused({ reason: 'rental-open' })
    if (open.earning) return refused({ reason: 'not-payable-yet' })
    const claimed = await claimEarnings(tx, { account, payableBy: now, final: true }, now)
    if (!claimed) return refused({ reason: 'nothing-to-send' })
    const { transferId: nounId, cents } = claimed
    const act = { action: 'start transfer', noun: 'transfer', nounId }
    await recordAction(tx, person, { ...act, after: { cents, final: true } }, now)
    return done({ cents })
  })
}

async function openBusiness(tx: Tx, ownerId: PersonId, now: Date) {
  return await tx
    .selectNoFrom([
      sql<boolean>`exists (select from rentals
        where owner_id = ${ownerId} and status in (${liveStatuses}))
        or exists (select from return_requests q join rentals r on r.id = q.rental_id
          where q.status in ('open', 'contested') and r.owner_id = ${ownerId})`.as('rental'),
      sql<boolean>`exists (select from earnings where owner_id = ${ownerId}
        and transfer_id is null and payable_at > ${now})`.as('earning'),
    ])
    .executeTakeFirstOrThrow()
}
