import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { PersonId, TransferId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { newId } from '#domain/shared/ids.ts'
import { MIN_TRANSFER_CENTS } from './pay-day.ts'
import { hasPendingTransfer } from './pending-transfer.ts'

type Claim = {
  readonly account: LockedAccount
  /** Earnings that were payable by then. */
  readonly payableBy: Date
  /** The last transfer of somebody who leaves may be smaller than the minimum. */
  readonly final: boolean
}

/**
 * Records a transfer of everything that is payable to an owner, with negative earnings deducted, and
 * queues the job that makes it. Null when that is too little, or a transfer is pending. Part of a
 * command that holds the payout account.
 */
export async function claimEarnings(
  tx: Tx,
  { account, payableBy, final }: Claim,
  now: Date,
): Promise<{ readonly transferId: TransferId; readonly cents: number } | null> {
  const { owner_id: ownerId, stripe_account_id: sentTo } = account
  if (await hasPendingTransfer(tx, ownerId)) return null
  const payable = await tx
    .selectFrom('earnings')
    .select(['id', 'amount_cents'])
    .where('owner_id', '=', ownerId)
    .where('transfer_id', 'is', null)
    .where('payable_at', '<=', payableBy)
    .forNoKeyUpdate()
    .execute()
  const cents = payable.reduce((sum, earning) => sum + earning.amount_cents, 0)
  if (cents < (final ? 1 : MIN_TRANSFER_CENTS)) return null
  const transferId: TransferId = newId()
  await tx
    .insertInto('transfers')
    .values({
      id: transferId,
      owner_id: ownerId,
      amount_cents: cents,
      final,
      requested_at: now,
      sent_to: sentTo,
    })
    .execute()
  await tx
    .updateTable('earnings')
    .set({ transfer_id: transferId })
    .where('id', '=', sql<never>`any(${payable.map(({ id }) => id)}::uuid[])`)
    .execute()
  await enqueue(tx, 'make-transfer', { transferId }, { key: `transfer:${transferId}` })
  return { transferId, cents }
}

type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockPayoutAccount>>>

/** Locks a payout account, the last of the locks; undefined when the owner has none. */
export async function lockPayoutAccount(tx: Tx, ownerId: PersonId) {
  return await tx
    .selectFrom('payout_accounts')
    .select(['owner_id', 'state', 'stripe_account_id'])
    .where('owner_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
