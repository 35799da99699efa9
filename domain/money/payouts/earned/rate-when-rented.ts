import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'

/**
 * SQL: the cents per credit that a lister earns on what is rented at this time. Listings of admins
 * earn nothing.
 */
export function rateFor(listerId: PersonId, at: Date): RawBuilder<number> {
  return sql<number>`coalesce((select rate.cents_per_credit
    from payout_rates rate join user_profiles lister on lister.id = ${listerId}
    where rate.from_at <= ${at} and lister.account_type <> 'admin'
    order by rate.from_at desc, rate.announced_at desc, rate.id desc limit 1), 0)`
}

/** The cents per credit that a closet earns on what is rented now, shown beside its prices. */
export async function readRate(db: DbOrTx, owner: ClosetOwner, now: Date): Promise<number> {
  const row = await db.selectNoFrom(rateFor(owner.id, now).as('rate')).executeTakeFirstOrThrow()
  return row.rate
}
