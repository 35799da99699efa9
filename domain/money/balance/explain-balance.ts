import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import { SHARE_DAYS } from './share-days.ts'

const DAY_MS = 86_400_000
/** What cannot be explained yet is tried again once an hour. */
const AGAIN_AFTER_MS = 30 * 60_000
const BATCH_SIZE = 500

/**
 * Looks for our records that explain balance transactions (`explanation_of`): a bounded number of those
 * that nothing explains yet, the longest untried ones first. Returns how many it has tried.
 */
export async function explainBalance(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - AGAIN_AFTER_MS)
  const { rows } = await sql`
    update balance_transactions t set tried_at = ${now}, explained_by = e.reason,
      explained_at = case when e.reason is not null then ${now}::timestamptz end
    from (select b.id, explanation_of(b) as reason from balance_transactions b
      where b.explained_at is null and b.id = any(array(
        select id from balance_transactions
        where explained_at is null and (tried_at is null or tried_at < ${before})
        order by tried_at nulls first, id limit ${sql.lit(BATCH_SIZE)}
        for no key update skip locked))) e
    where t.id = e.id returning t.id`.execute(db)
  await totalShare(db, now)
  return rows.length
}

/** Stores how many cents moved in the last 30 days, in and out, and how many of them are explained. */
export async function totalShare(db: DbOrTx, now: Date): Promise<void> {
  const since = new Date(now.getTime() - SHARE_DAYS * DAY_MS)
  await sql`update balance_reading set (moved_cents, explained_cents) = (
    select coalesce(sum(abs(amount_cents)), 0),
      coalesce(sum(abs(amount_cents)) filter (where explained_at is not null), 0)
    from balance_transactions where created_at >= ${since})`.execute(db)
}
