import { type RawBuilder, sql } from 'kysely'
import type { PersonId } from '#db/ids.ts'

/**
 * The cents per credit that a lister earns on what is rented at this time, as an expression of a
 * statement. Listings of admins earn nothing.
 */
export function rateFor(listerId: PersonId, at: Date): RawBuilder<number> {
  return sql<number>`coalesce((select rate.cents_per_credit
    from payout_rates rate join user_profiles lister on lister.id = ${listerId}
    where rate.from_at <= ${at} and lister.account_type <> 'admin'
    order by rate.from_at desc, rate.announced_at desc, rate.id desc limit 1), 0)`
}
