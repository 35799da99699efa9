import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { needsRetry } from '#domain/money/payouts/transfers/transfer-list.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countedIn } from '#domain/shared/lists/found.ts'
import { totalOf } from '#domain/shared/lists/running-totals.ts'
import { owedForAYearCount } from './owed-without-account.ts'

export type PayoutFigures = Awaited<ReturnType<typeof payoutFigures>>

/** What closets are owed and paid, in cents, and what needs an admin. */
export async function payoutFigures(db: DbOrTx, _admin: Admin, now: Date) {
  // Past days come from running totals; what became payable today is read from the earnings.
  const day = sql`payable_day(${now}::timestamptz)`
  const payable = sql<number>`(
    select coalesce(sum(amount), 0)::float8 from (
      select amount from total_amounts where name = 'earnings_unpaid_cents' and period < ${day}
      union all
      select amount_cents from earnings
      where transfer_id is null and payable_at >= ${day} and payable_at <= ${now}
    ) e)`
  return await db
    .selectNoFrom([totalOf('earnings_unpaid_cents').as('owedCents'), payable.as('payableCents')])
    .select(totalOf('transfers_pending_cents').as('pendingCents'))
    .select(waitingTransferCount.as('waiting'))
    .select(totalOf('transfers_waiting_cents').as('waitingCents'))
    .select([failedTransferCount.as('failed'), openDifferenceCount.as('openDifferences')])
    .executeTakeFirstOrThrow()
}

export const failedTransferCount = countedIn(sql`from transfers t where ${needsRetry}`)
/** SQL: the number of pending transfers that wait because the balance was too low. */
export const waitingTransferCount = totalOf('transfers_waiting')
export const openDifferenceCount = countedIn(
  sql`from transfer_differences where resolved_at is null`,
)

/**
 * What needs an admin: transfers to retry, differences that stop payouts, and closets without an
 * account that have been owed money for a year; each counted up to one more than `MAX_COUNTED`.
 */
export async function countPayoutProblems(db: DbOrTx, _admin: Admin, now: Date) {
  return await db
    .selectNoFrom([failedTransferCount.as('failed'), openDifferenceCount.as('differences')])
    .select(owedForAYearCount(now).as('owedForAYear'))
    .executeTakeFirstOrThrow()
}
