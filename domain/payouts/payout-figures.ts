import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { totalOf } from '#domain/shared/running-totals.ts'
import { owedForAYearCount } from './owed-without-account.ts'
import { needsRetry } from './transfer-list.ts'

export type PayoutFigures = {
  /** Earnings that no transfer pays yet, in cents. */
  readonly owedCents: number
  /** The part of it that can be paid now. */
  readonly payableCents: number
  /** In pending transfers. */
  readonly pendingCents: number
  /** Pending transfers for which too little was available. */
  readonly waiting: number
  readonly waitingCents: number
  /** Failed transfers that nobody has retried. */
  readonly failed: number
  readonly openDifferences: number
}

export async function payoutFigures(db: DbOrTx, _admin: Admin, now: Date): Promise<PayoutFigures> {
  // Days that have passed are running totals; what has become payable today is read.
  const day = sql`payable_day(${now}::timestamptz)`
  const payable = sql<number>`(
    select coalesce(sum(amount), 0)::float8 from (
      select amount from total_amounts where name = 'earnings_unpaid_cents' and period < ${day}
      union all
      select amount_cents from earnings
      where transfer_id is null and payable_at >= ${day} and payable_at <= ${now}
    ) e)`
  const pending = db
    .selectFrom('transfers')
    .select([
      sql<number>`coalesce(sum(amount_cents), 0)::float8`.as('pendingCents'),
      sql<number>`count(*) filter (where tries > 0)::int`.as('waiting'),
      sql<number>`coalesce(sum(amount_cents) filter (where tries > 0), 0)::float8`.as(
        'waitingCents',
      ),
    ])
    .where('status', '=', sql.lit('pending' as const))
  return await db
    .selectFrom(pending.as('pending'))
    .select([totalOf('earnings_unpaid_cents').as('owedCents'), payable.as('payableCents')])
    .select('pending.pendingCents')
    .select(['pending.waiting', 'pending.waitingCents'])
    .select([failedTransferCount.as('failed'), openDifferenceCount.as('openDifferences')])
    .executeTakeFirstOrThrow()
}

export const failedTransferCount = sql<number>`(select count(*)::int from (select from transfers t
  where ${needsRetry} limit 1000) f)`
export const openDifferenceCount = sql<number>`(select count(*)::int from (select from transfer_differences
  where resolved_at is null limit 1000) d)`

export const waitingTransferCount = sql<number>`(select count(*)::int from transfers
  where status = 'pending' and tries > 0)`

/**
 * What needs an admin: transfers to retry, differences that stop payouts, and closets without an
 * account that have been owed money for a year.
 */
export async function countPayoutProblems(
  db: DbOrTx,
  _admin: Admin,
  now: Date,
): Promise<{
  readonly failed: number
  readonly differences: number
  readonly owedForAYear: number
}> {
  return await db
    .selectNoFrom([failedTransferCount.as('failed'), openDifferenceCount.as('differences')])
    .select(owedForAYearCount(now).as('owedForAYear'))
    .executeTakeFirstOrThrow()
}
