import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { startOfDay } from '#domain/shared/time/local-time.ts'
import { movedSums, movements } from './credit-days.ts'
import { creditsOwed } from './credits-owed.ts'
import { MAX_VIOLATIONS, readResults } from './integrity-results.ts'
import { openFailedRefunds } from './overview.ts'

// The figures for the operator's monitoring: only totals, and nothing about a person.

/** Emails and payment events are counted up to this many. */
export const MAX_BACKLOG = 10_000

export type Backlog = {
  readonly mailWaiting: number
  /** Rejected, or tried at least once without success. */
  readonly mailFailed: number
  /** When the email that has waited longest was queued; null without one. */
  readonly mailWaitingSince: Date | null
  readonly eventsWaiting: number
  /** Payment events that could not be processed for three days. */
  readonly eventsFailed: number
}

/** Emails and payment events not done yet; reads a bounded number of each, latest first. */
export async function readBacklog(db: DbOrTx): Promise<Backlog> {
  const max = sql.lit(MAX_BACKLOG)
  const unsent = (condition: RawBuilder<boolean>) =>
    db
      .selectFrom('mail_outbox')
      .where('sent_at', 'is', null)
      .where(condition)
      .select(['last_error', 'created_at'])
      .orderBy('created_at', 'desc')
      .limit(max)
  // Each is read from its own index.
  const mail = db
    .selectFrom(unsent(sql`last_error is null`).as('waiting'))
    .select(['last_error', 'created_at'])
    .unionAll(unsent(sql`last_error is not null`))
  const waiting = db
    .selectFrom('stripe_events')
    .where('done_at', 'is', null)
    .select('id')
    .orderBy('received_at', 'desc')
    .limit(max)
  const failed = db
    .selectFrom('stripe_events')
    .where('given_up_at', 'is not', null)
    .select('id')
    .orderBy('given_up_at', 'desc')
    .limit(max)
  return await db
    .selectFrom(mail.as('m'))
    .select((read) => [
      sql<number>`(count(*) filter (where last_error is null))::int`.as('mailWaiting'),
      sql<number>`(count(*) filter (where last_error is not null))::int`.as('mailFailed'),
      sql<Date | null>`min(created_at) filter (where last_error is null)`.as('mailWaitingSince'),
      read
        .selectFrom(waiting.as('w'))
        .select(sql<number>`count(*)::int`.as('n'))
        .$asScalar()
        .$notNull()
        .as('eventsWaiting'),
      read
        .selectFrom(failed.as('f'))
        .select(sql<number>`count(*)::int`.as('n'))
        .$asScalar()
        .$notNull()
        .as('eventsFailed'),
    ])
    .executeTakeFirstOrThrow()
}

export type LedgerTotals = {
  /** Unspent credits that have not expired, in wallets and unclaimed gift codes. */
  readonly creditsOwed: number
  /** Spent since midnight, less the credits restored. */
  readonly creditsSpentToday: number
  /** Refunds that need manual work, up to a hundred. */
  readonly refundsFailed: number
}

/** Totals of the ledger. Reads every operation of today, so it should not run for each scrape. */
export async function readLedgerTotals(
  db: DbOrTx,
  {
    now,
    today,
    timeZone,
  }: { readonly now: Date; readonly today: CalendarDate; readonly timeZone: string },
): Promise<LedgerTotals> {
  const moved = movements(db)
    .where('t.effective_at', '>=', startOfDay(timeZone, today))
    .where('t.effective_at', '<=', now)
    .select([...movedSums])
  const totals = await db
    .selectFrom(moved.as('moved'))
    .select([
      'spent as creditsSpentToday',
      sql<number>`(select coalesce(sum(credits), 0)::float8 from ${creditsOwed(db, now)} owed)`.as(
        'creditsOwed',
      ),
      sql<number>`(select count(*)::int from (select ${openFailedRefunds} limit 100) r)`.as(
        'refundsFailed',
      ),
    ])
    .executeTakeFirstOrThrow()
  return totals
}

/**
 * How many violations the integrity checks last found, and the time of the oldest result; null
 * while the result of any check is not known.
 */
export async function readViolations(
  db: DbOrTx,
): Promise<{ readonly value: number; readonly at: Date } | null> {
  const { violations, at, unfinished } = await readResults(db)
  return at && unfinished.length === 0
    ? { value: Math.min(violations.length, MAX_VIOLATIONS), at }
    : null
}
