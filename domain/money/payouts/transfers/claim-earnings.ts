import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { PersonId, TransferId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { centsPayableTo } from '#domain/money/payouts/earned/owed.ts'
import { newId } from '#domain/shared/ids.ts'
import { MIN_TRANSFER_CENTS } from './pay-day.ts'
import { hasPendingTransfer } from './pending-transfer.ts'

type Claim = {
  readonly account: LockedAccount
  /** Earnings that were payable by then. */
  readonly payableBy: Date
  /** The last transfer of a leaving owner may be smaller than the minimum. */
  readonly final: boolean
}

/** The most earnings that one transfer pays. */
const MAX_EARNINGS = 10_000

/**
 * Records a transfer of what is payable to an owner, with negative earnings deducted, and queues
 * the job that makes it. It pays the oldest `max` earnings; the rest is paid by the next transfer,
 * which is recorded once this one is made. Null when too little is payable, or a transfer is
 * pending. Part of a command that holds the payout account's lock.
 */
export async function claimEarnings(
  tx: Tx,
  { account, payableBy, final }: Claim,
  now: Date,
  max = MAX_EARNINGS,
): Promise<{ readonly transferId: TransferId; readonly cents: number } | null> {
  const { owner_id: ownerId, stripe_account_id: sentTo } = account
  if (await hasPendingTransfer(tx, ownerId)) return null
  const minCents = final ? 1 : MIN_TRANSFER_CENTS
  const claimed = await earningsToPay(tx, ownerId, { payableBy, minCents, max })
  if (!claimed) return null
  const { ids, cents, hasMore } = claimed
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
      has_more: hasMore,
    })
    .execute()
  await tx
    .updateTable('earnings')
    .set({ transfer_id: transferId })
    .where('id', '=', sql<never>`any(${ids}::uuid[])`)
    .execute()
  await enqueue(tx, 'make-transfer', { transferId }, { key: `transfer:${transferId}` })
  return { transferId, cents }
}

type Payable = { readonly payableBy: Date; readonly minCents: number; readonly max: number }

/**
 * Takes deductions first, so that no more is sent than is owed. If too little remains of the first
 * `max` earnings after that, takes more of them. Null when less than `minCents` cents is payable.
 */
async function earningsToPay(tx: Tx, ownerId: PersonId, { payableBy, minCents, max }: Payable) {
  const { payable } = await tx
    .selectNoFrom(centsPayableTo(ownerId, payableBy).as('payable'))
    .executeTakeFirstOrThrow()
  if (payable < minCents) return null
  const first = (limit: number, sign: '<' | '>') =>
    tx
      .selectFrom('earnings')
      .select(['id', 'amount_cents'])
      .where('owner_id', '=', ownerId)
      .where('transfer_id', 'is', null)
      .where('payable_at', '<=', payableBy)
      .where('amount_cents', sign, sql.lit(0))
      .orderBy('payable_at')
      .orderBy('id')
      .limit(limit)
      .forNoKeyUpdate()
      .execute()
  for (let limit = max; ; limit *= 2) {
    const deducted = await first(limit, '<')
    const rows = [...deducted, ...(await first(limit - deducted.length, '>'))]
    const cents = rows.reduce((sum, earning) => sum + earning.amount_cents, 0)
    const hasMore = rows.length === limit
    if (cents >= minCents) return { ids: rows.map(({ id }) => id), cents, hasMore }
    if (!hasMore) return null
  }
}

type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockPayoutAccount>>>

/** Locks a payout account, last in the lock order; undefined when the owner has none. */
export async function lockPayoutAccount(tx: Tx, ownerId: PersonId) {
  return await tx
    .selectFrom('payout_accounts')
    .select(['owner_id', 'state', 'stripe_account_id'])
    .where('owner_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
