import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { centsPayableTo } from '#domain/money/payouts/earned/owed.ts'
import { claimEarnings, lockPayoutAccount } from '#domain/money/payouts/transfers/claim-earnings.ts'
import { compareTransfers } from '#domain/money/payouts/transfers/compare-transfers.ts'
import {
  isPayDayReached,
  MIN_TRANSFER_CENTS,
  monthOf,
  payDayAfter,
  payDayOf,
} from '#domain/money/payouts/transfers/pay-day.ts'
import { payoutsAreStopped } from '#domain/money/payouts/transfers/transfer-differences.ts'
import { recordAction } from '#domain/shared/audit.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'

// The monthly run. It visits all ready accounts in batches and stores its progress, so that an
// interrupted run continues where it stopped.

const BATCH_SIZE = 200

type RunTime = { readonly now: Date; readonly today: CalendarDate }

/**
 * Pays closets once a month, from the fifth on: each ready account gets one transfer of what was
 * payable when the run began, if that is at least $25. The transfer lists are compared before the
 * run begins, and it pauses while they differ. Without Connect nobody is paid, since we would not
 * learn which accounts Stripe has restricted. Returns how many accounts it visited; 0 when there is
 * nothing to do.
 */
export async function payClosets(
  db: Db,
  stripe: StripeGateway,
  { now, today }: RunTime,
  max = BATCH_SIZE,
): Promise<number> {
  if (!isPayDayReached(today) || !stripe.hasConnect) return 0
  const month = monthOf(today)
  const known = await runOf(db, month).executeTakeFirst()
  if (known?.finished_at) return 0
  if (!known) await compareTransfers(db, stripe, now)
  if (await payoutsAreStopped(db)) return 0
  const run = known ?? (await startRun(db, month, now))
  const owners = await readyOwners(db, run.paid_through, max)
  for (const ownerId of owners)
    await inTransaction(db, (tx) => payOwner(tx, ownerId, run.started_at, now))
  await saveProgress(db, month, owners, now)
  return owners.length
}

/** Query of a month's run; no row before it has begun. */
function runOf(db: DbOrTx, month: CalendarDate) {
  return db
    .selectFrom('payout_runs')
    .select(['started_at', 'paid_through', 'finished_at'])
    .where('month', '=', month)
}

async function startRun(db: Db, month: CalendarDate, now: Date) {
  await db
    .insertInto('payout_runs')
    .values({ month, started_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await runOf(db, month).executeTakeFirstOrThrow()
}

async function readyOwners(db: Db, after: string | null, max: number): Promise<PersonId[]> {
  let query = db
    .selectFrom('payout_accounts')
    .select('owner_id')
    .where('state', '=', sql.lit('ready' as const))
    .orderBy('owner_id')
    .limit(max)
  if (after) query = query.where(sql<boolean>`owner_id > ${after}::uuid`)
  return (await query.execute()).map((row) => row.owner_id)
}

async function saveProgress(
  db: Db,
  month: string,
  owners: readonly PersonId[],
  now: Date,
): Promise<void> {
  const last = owners.at(-1) ?? null
  await db
    .updateTable('payout_runs')
    .set(last ? { paid_through: last } : { finished_at: now })
    .where('month', '=', month)
    // Of two concurrent processes, the one further ahead sets the progress.
    .$if(last !== null, (update) =>
      update.where(sql<boolean>`(paid_through is null or paid_through < ${last}::uuid)`),
    )
    .execute()
}

async function payOwner(tx: Tx, ownerId: PersonId, payableBy: Date, now: Date): Promise<void> {
  // Most accounts are owed less than the minimum, so they are not locked.
  const payable = await tx
    .selectNoFrom(centsPayableTo(ownerId, payableBy).as('cents'))
    .executeTakeFirstOrThrow()
  if (payable.cents < MIN_TRANSFER_CENTS) return
  const account = await lockPayoutAccount(tx, ownerId)
  if (account?.state !== 'ready') return
  const claimed = await claimEarnings(tx, { account, payableBy, final: false }, now)
  if (!claimed) return
  const { transferId, cents } = claimed
  const act = { action: 'start transfer', noun: 'transfer', nounId: transferId }
  await recordAction(tx, null, { ...act, after: { cents, owner: ownerId } }, now)
}

/**
 * The day of the next run: this month's until it is finished, then next month's. Of an owner, the
 * next run that pays them: a run that has passed them does not come back.
 */
export async function nextRunOn(
  db: DbOrTx,
  today: CalendarDate,
  ownerId?: PersonId,
): Promise<CalendarDate> {
  const run = await runOf(db, monthOf(today)).executeTakeFirst()
  const hasPassed = ownerId !== undefined && (run?.paid_through ?? '') >= ownerId
  return run?.finished_at || hasPassed ? payDayAfter(today) : payDayOf(today)
}
