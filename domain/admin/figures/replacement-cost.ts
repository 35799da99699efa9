import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { swapGoodwill } from '#domain/booking/rentals/rentals.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { REPLACEMENT_DAYS } from './figure-periods.ts'

const DAY_MS = 24 * 3_600_000

/**
 * What items in place of others cost the shop in `REPLACEMENT_DAYS` (spec 5.11): the rentals, the
 * credits of goodwill that paid for them, and what closets earn for these, in cents. Few rentals are
 * replaced, and an index has only those.
 */
export async function replacementCost(db: DbOrTx, _admin: Admin, now: Date) {
  const since = new Date(now.getTime() - REPLACEMENT_DAYS * DAY_MS)
  return await db
    .selectFrom('rentals as old')
    .innerJoin('rentals as r', 'r.id', 'old.swapped_for')
    .select([
      sql<number>`count(*)::integer`.as('rentals'),
      sql<number>`coalesce(sum(${swapGoodwill}), 0)::integer`.as('credits'),
      sql<number>`coalesce(sum(${swapGoodwill} * r.cents_per_credit), 0)::integer`.as('cents'),
    ])
    .where('old.swapped_for', 'is not', null)
    .where('r.created_at', '>', since)
    .where('r.status', '<>', sql.lit('cancelled' as const))
    .executeTakeFirstOrThrow()
}
