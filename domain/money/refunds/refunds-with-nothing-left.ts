import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { RefundId } from '#db/ids.ts'
import { centsLeft } from './refunds.ts'

/** The position of a failed refund in their index; the instant is text with microseconds. */
type Place = { readonly id: RefundId; readonly at: string }

const BATCH_SIZE = 1000

/**
 * The job that marks failed refunds with nothing left to pay, so that pages need not compute it for
 * each, and removes the mark of those that are owed again. Works in batches.
 */
export async function markRefundsWithNothingLeft(
  db: Db,
  now: Date,
  max = BATCH_SIZE,
): Promise<void> {
  let after: Place | null = null
  do {
    const places = await markNext(db, after, max, now)
    after = places.length < max ? null : (places.at(-1) ?? null)
  } while (after)
}

async function markNext(
  db: Db,
  after: Place | null,
  max: number,
  now: Date,
): Promise<readonly Place[]> {
  const isOlder = after
    ? sql<boolean>`(requested_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql<boolean>`true`
  return await db
    .with(
      (cte) => cte('checked').materialized(),
      (part) =>
        part
          .selectFrom('refunds as r')
          .select(['id', 'requested_at'])
          .select(sql<boolean>`${centsLeft(now)} <= 0`.as('has_nothing_left'))
          .where('status', '=', sql.lit('failed' as const))
          .where(({ not, ref }) => not(ref('is_retried')))
          .where(isOlder)
          .orderBy('requested_at', 'desc')
          .orderBy('id', 'desc')
          .limit(max),
    )
    .with('marked', (part) =>
      part
        .updateTable('refunds as r')
        .from('checked as c')
        .set(({ ref }) => ({ has_nothing_left: ref('c.has_nothing_left') }))
        .whereRef('r.id', '=', 'c.id')
        .whereRef('r.has_nothing_left', '<>', 'c.has_nothing_left'),
    )
    .selectFrom('checked')
    .select(['id', sql<string>`requested_at::text`.as('at')])
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
