import { type RawBuilder, sql } from 'kysely'
import { countedIn } from '#domain/shared/found.ts'
import { MIN_TRANSFER_CENTS } from './pay-day.ts'

/** Closets are reminded for so many months. */
const REMINDER_MONTHS = 12

const aYearBefore = (now: Date) =>
  sql`${now}::timestamptz - make_interval(months => ${sql.lit(REMINDER_MONTHS)})`

const isLongAgo = (now: Date) => sql`earned_at <= ${aYearBefore(now)}`

/** Whether the person `p` of a query can set up payouts: a closet, or one that was blocked. */
export const canOpenPayouts = sql<boolean>`(p.deleted_at is null and p.blocked_at is null
  and (p.business_status = 'approved' and p.account_type = 'business'
    or p.business_status = 'blocked' and p.account_type <> 'admin'))`

/** Whether they were reminded for a year, or cannot be: earnings can be older than Connect. */
const remindersAreOver = (now: Date) => sql`(${canOpenPayouts} is not true or exists (
  select from payout_reminders
  where owner_id = p.id and first_reminded_on <= (${aYearBefore(now)})::date))`

/**
 * Whether the person `p` of a query is owed enough for a transfer, payable now, and has no account
 * that is ready to receive it. Money that is deducted counts against the oldest earnings, so
 * somebody is owed `forAYear` when more was earned by then than was ever deducted, and reminders of it
 * are over.
 */
function isOwedWithoutAccount(now: Date, forAYear: boolean): RawBuilder<boolean> {
  return sql<boolean>`(
    (select state from payout_accounts where owner_id = p.id) is distinct from 'ready'
    and exists (select from earnings where owner_id = p.id and transfer_id is null
      having sum(amount_cents) filter (where payable_at <= ${now}) >= ${sql.lit(MIN_TRANSFER_CENTS)}
        and (coalesce(sum(amount_cents) filter (where amount_cents < 0 or ${isLongAgo(now)}), 0) > 0
          and ${remindersAreOver(now)}) = ${sql.lit(forAYear)}))`
}

/** Closets that can be reminded of setting up payouts. */
export const isOwedForLessThanAYear = (now: Date) => isOwedWithoutAccount(now, false)

/** Reminders did not help: an admin has to find out what happens with the money. */
export const isOwedForAYear = (now: Date) => isOwedWithoutAccount(now, true)

/**
 * How many closets have been owed money for a year, counted up to one more than `MAX_COUNTED`. Every
 * page for admins shows it, so it looks at the few that have an old earning only.
 */
export const owedForAYearCount = (now: Date) =>
  countedIn(sql`from user_profiles p
    where p.id in (select owner_id from earnings
        where transfer_id is null and amount_cents > 0 and ${isLongAgo(now)})
      and ${isOwedForAYear(now)}`)
