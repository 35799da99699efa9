import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { TransferId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { recordEvent } from '#domain/outbound/webhooks/webhooks.ts'
import { recordAction } from '#domain/shared/audit.ts'
import type { TransferState } from '#gateways/stripe/transfers.ts'
import { claimEarnings, lockPayoutAccount } from './claim-earnings.ts'

/**
 * Records that a transfer is at Stripe, and how much of it was reversed there. Known facts change
 * nothing, so that responses and events can arrive in any order.
 */
export async function recordTransfer(
  db: Db,
  transferId: TransferId,
  state: TransferState,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const transfer = await lockTransfer(tx, transferId)
    // A transfer that Stripe had refused is reported by the comparison.
    if (!transfer || transfer.status === 'failed') return
    if (transfer.status === 'pending') await markMade(tx, transfer, state, now)
    else if (transfer.stripe_transfer_id !== state.id) return
    await recordReversal(tx, transfer, state, now)
  })
}

async function markMade(
  tx: Tx,
  transfer: LockedTransfer,
  state: TransferState,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('transfers')
    // Stripe's time, so that both lists have the same transfers in a period.
    .set({ status: 'made', stripe_transfer_id: state.id, finished_at: state.createdAt })
    .where('id', '=', transfer.id)
    .execute()
  await note(tx, transfer, 'make transfer', now)
  await enqueue(tx, 'mail-payout', { of: 'transfer', id: transfer.id })
  const { id, owner_id: ownerId, amount_cents } = transfer
  const made = { id, amount_cents, transferred_at: state.createdAt }
  await recordEvent(tx, { type: 'transfer.made', ownerId }, () => made, now)
  if (transfer.has_more) await startNext(tx, transfer, now)
}

/** Starts a transfer of earnings that were payable too, beyond the most that one transfer pays. */
async function startNext(tx: Tx, transfer: LockedTransfer, now: Date): Promise<void> {
  const { owner_id: ownerId, requested_at: payableBy, final } = transfer
  const account = await lockPayoutAccount(tx, ownerId)
  // Otherwise the next monthly run pays it, or a leaving owner requests it again.
  if (account?.state !== 'ready') return
  const claimed = await claimEarnings(tx, { account, payableBy, final }, now)
  if (!claimed) return
  const { transferId: nounId, cents } = claimed
  const act = { action: 'start transfer', noun: 'transfer', nounId }
  await recordAction(tx, null, { ...act, after: { cents, owner: ownerId } }, now)
}

/** Money reversed in Stripe's dashboard is reported to admins, who decide what is owed. */
async function recordReversal(
  tx: Tx,
  transfer: LockedTransfer,
  { reversedCents }: TransferState,
  now: Date,
): Promise<void> {
  const cents = Math.min(reversedCents, transfer.amount_cents)
  if (cents <= transfer.reversed_cents) return
  await tx
    .updateTable('transfers')
    .set({ reversed_cents: cents })
    .where('id', '=', transfer.id)
    .execute()
  await note(tx, transfer, 'reverse transfer', now, cents)
  const id = `${transfer.id}.${cents}`
  await enqueue(tx, 'tell-admins', { event: 'transfer-reversed', id })
}

/** Records that Stripe refused a transfer: its earnings are owed again, and an admin can retry. */
export async function recordRefusal(
  db: Db,
  transferId: TransferId,
  failure: string,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const transfer = await lockTransfer(tx, transferId)
    if (transfer?.status !== 'pending') return
    await tx
      .updateTable('transfers')
      .set({ status: 'failed', failure: failure.slice(0, 500), finished_at: now })
      .where('id', '=', transferId)
      .execute()
    await tx
      .updateTable('earnings')
      .set({ transfer_id: null })
      .where('transfer_id', '=', transferId)
      .execute()
    await note(tx, transfer, 'fail transfer', now)
    await enqueue(tx, 'mail-payout', { of: 'transfer', id: transferId })
    await enqueue(tx, 'tell-admins', { event: 'transfer-failed', id: transferId })
  })
}

type LockedTransfer = NonNullable<Awaited<ReturnType<typeof lockTransfer>>>

async function lockTransfer(tx: Tx, transferId: TransferId) {
  // Claiming or releasing an owner's earnings requires the lock of the account.
  await tx
    .selectFrom('payout_accounts as a')
    .innerJoin('transfers as t', 't.owner_id', 'a.owner_id')
    .select('a.owner_id')
    .where('t.id', '=', transferId)
    .forNoKeyUpdate('a')
    .executeTakeFirst()
  return await tx
    .selectFrom('transfers')
    .select(['id', 'owner_id', 'amount_cents', 'status', 'reversed_cents', 'stripe_transfer_id'])
    .select(['requested_at', 'final', 'has_more'])
    .where('id', '=', transferId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function note(
  tx: Tx,
  { id: nounId, amount_cents }: LockedTransfer,
  action: string,
  now: Date,
  cents = amount_cents,
) {
  await recordAction(tx, null, { action, noun: 'transfer', nounId, after: { cents } }, now)
}
