import { type NotNull, sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { TransferId } from '#db/ids.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'
import { StripeRefused } from '#gateways/stripe/stripe-errors.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { TransferState } from '#gateways/stripe/transfers.ts'
import { recordRefusal, recordTransfer } from './record-transfer.ts'
import { payoutsAreStopped } from './transfer-differences.ts'

/**
 * Makes a recorded transfer at Stripe, marked with its id. Looks for an existing one first, because
 * an answer can be lost and Stripe keeps the idempotency key for only a day. The transfer stays
 * pending while the balance is too low, and without Connect; if Stripe refuses it, it has failed
 * and its earnings are owed again. Throws while Stripe is unavailable: the job is retried.
 */
export async function makeTransfer(
  db: Db,
  stripe: StripeGateway,
  transferId: TransferId,
  now: Date,
): Promise<void> {
  const transfer = await db
    .selectFrom('transfers as t')
    .innerJoin('payout_accounts as a', 'a.owner_id', 't.owner_id')
    .select(['t.id', 't.amount_cents as amountCents', 't.tries', 't.sent_to'])
    .select('a.stripe_account_id')
    .where('t.id', '=', transferId)
    .where('t.status', '=', sql.lit('pending' as const))
    .executeTakeFirst()
  if (!transfer) return
  const made = oldest(await stripe.findTransfers(transferId))
  if (made) return await recordTransfer(db, transferId, made, now)
  if (!stripe.hasConnect || (await payoutsAreStopped(db))) return
  const { amountCents, tries } = transfer
  const account = transfer.sent_to ?? transfer.stripe_account_id
  try {
    const request = { transferId, account, amountCents, attempt: tries }
    const state = await stripe.createTransfer(request)
    await recordTransfer(db, transferId, state, now)
  } catch (error) {
    if (!(error instanceof StripeRefused)) throw error
    if (error.code === 'balance_insufficient') await recordWait(db, transferId, tries, now)
    else await recordRefusal(db, transferId, error.code ?? error.message, now)
  }
}

/** Somebody may have made another one by hand, which the comparison finds. */
function oldest(found: readonly TransferState[]): TransferState | undefined {
  return found.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())[0]
}

/** The balance is too low: the transfer is retried every day. */
async function recordWait(db: Db, transferId: TransferId, tries: number, now: Date): Promise<void> {
  await db
    .updateTable('transfers')
    .set({ tries: tries + 1, tried_at: now })
    .where('id', '=', transferId)
    .where('status', '=', sql.lit('pending' as const))
    // Two concurrent tries count as one: both sent the same key.
    .where('tries', '=', tries)
    .execute()
}

const BATCH_SIZE = 200

/** Pending transfers without an answer from Stripe: their job may have been lost in a crash. */
export async function untriedTransfers(db: Db, max = BATCH_SIZE): Promise<TransferId[]> {
  if (await payoutsAreStopped(db)) return []
  const rows = await db
    .selectFrom('transfers')
    .select('id')
    .where('status', '=', sql.lit('pending' as const))
    .where('tries', '=', 0)
    .orderBy('requested_at')
    .orderBy('id')
    .limit(max)
    .execute()
  return rows.map((row) => row.id)
}

/** Shorter than a day, so that a daily job retries what it tried the day before. */
const PAUSE_MS = 20 * 3_600_000

/**
 * Retries transfers that wait for balance or whose job was lost, oldest first. A failing one does
 * not block the others. Returns how many were tried, at most `max`.
 */
export async function makePendingTransfers(
  db: Db,
  stripe: StripeGateway,
  now: Date,
  max = BATCH_SIZE,
): Promise<number> {
  const pending = await db
    .with('tried', (from) =>
      from
        .updateTable('transfers')
        .set({ tried_at: now })
        .where((due) =>
          inBatch(
            'id',
            due
              .selectFrom('transfers')
              .select('id')
              .where('status', '=', sql.lit('pending' as const))
              .where(
                // Or in the future, if the clock was set back since.
                sql<boolean>`(coalesce(tried_at, requested_at) <= ${new Date(now.getTime() - PAUSE_MS)}
                  or coalesce(tried_at, requested_at) > ${new Date(now.getTime() + PAUSE_MS)})`,
              )
              .orderBy('requested_at')
              .orderBy('id')
              .limit(max)
              .forNoKeyUpdate()
              .skipLocked(),
          ),
        )
        .returning(['id', 'requested_at'])
        .$narrowType<{ id: NotNull }>(),
    )
    .selectFrom('tried')
    .select('id')
    .orderBy('requested_at')
    .orderBy('id')
    .execute()
  const failures: unknown[] = []
  for (const { id } of pending)
    await makeTransfer(db, stripe, id, now).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return pending.length
}
