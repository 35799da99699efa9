import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { centsEarnedAfter, centsOwedTo, centsPayableTo } from '#domain/money/payouts/earned/owed.ts'
import { unpaidOwners } from '#domain/money/payouts/earned/unpaid-owners.ts'
import { MIN_TRANSFER_CENTS } from '#domain/money/payouts/transfers/pay-day.ts'
import { countedIn } from '#domain/shared/lists/found.ts'

/** Closets are reminded for this many months. */
const REMINDER_MONTHS = 12

const aYearBefore = (now: Date) =>
  sql<Date>`(${now}::timestamptz - make_interval(months => ${sql.lit(REMINDER_MONTHS)}))`

/** Whether the person `p` of a query can set up payouts: a closet, or one that was blocked. */
export const canOpenPayouts = sql<boolean>`(p.deleted_at is null and p.blocked_at is null
  and (p.business_status = 'approved' and p.account_type = 'business'
    or p.business_status = 'blocked' and p.account_type <> 'admin'))`

/** Whether `p` was reminded for a year, or cannot be. Earnings can be older than Connect. */
const remindersAreOver = (now: Date) => sql`(${canOpenPayouts} is not true or exists (
  select from payout_reminders
  where owner_id = p.id and first_reminded_on <= ${aYearBefore(now)}::date))`

/**
 * Whether the person `p` of a query is owed enough for a transfer now and has no account that is
 * ready to receive it. Deductions count against the oldest earnings, so somebody has been owed
 * `forAYear` when they are owed more than they earned in the past year and the reminders are over.
 */
function isOwedWithoutAccount(now: Date, forAYear: boolean): RawBuilder<boolean> {
  const owner = sql.ref('p.id')
  return sql<boolean>`(
    (select state from payout_accounts where owner_id = p.id) is distinct from 'ready'
    and ${centsPayableTo(owner, now)} >= ${sql.lit(MIN_TRANSFER_CENTS)}
    and (${centsOwedTo(owner)} > ${centsEarnedAfter(owner, aYearBefore(now))}
      and ${remindersAreOver(now)}) = ${sql.lit(forAYear)})`
}

/** Whether a closet can be reminded of setting up payouts. */
export const isOwedForLessThanAYear = (now: Date) => isOwedWithoutAccount(now, false)

/** Whether the reminders are over, so that an admin has to decide about the money. */
export const isOwedForAYear = (now: Date) => isOwedWithoutAccount(now, true)

/**
 * How many of the closets found by `findOwedForAYear` have been owed money for a year, counted up
 * to one more than `MAX_COUNTED`. Every admin page shows it.
 */
export const owedForAYearCount = (now: Date) =>
  countedIn(sql`from closets_owed_for_a_year y join user_profiles p on p.id = y.owner_id
    where ${isOwedForAYear(now)}`)

/**
 * The job that stores which closets have been owed money for a year, in batches. A job, because
 * this depends on many tables and on the time.
 */
export async function findOwedForAYear(db: Db, now: Date, max?: number): Promise<void> {
  for await (const { owners, after, upTo } of unpaidOwners(db, max)) {
    const first = sql`${after}::uuid`
    const last = sql`${upTo}::uuid`
    await sql`
      with found as materialized (
        select p.id from user_profiles p
        where p.id = any(${owners}::uuid[]) and ${isOwedForAYear(now)}
      ), forgotten as (
        delete from closets_owed_for_a_year y
        where (${first} is null or y.owner_id > ${first}) and (${last} is null or y.owner_id <= ${last})
          and not exists (select from found where id = y.owner_id)
      )
      insert into closets_owed_for_a_year (owner_id) select id from found
      on conflict do nothing`.execute(db)
  }
}
