import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { containing, MAX_COUNTED } from '#domain/shared/page.ts'
import type { MoneyPart } from './money-parts.ts'
import { openFailedRefunds } from './overview.ts'

/** How many search results each part has, counted up to one more than MAX_COUNTED. */
export async function moneyCounts(
  db: DbOrTx,
  _admin: Admin,
  q: string,
): Promise<Readonly<Record<MoneyPart, number>>> {
  const words = containing(q)
  const max = sql.lit(MAX_COUNTED + 1)
  const ofPerson = words ? sql`and p.full_name || ' ' || p.email ilike ${words}` : sql``
  const ofOrder = words
    ? sql`and (p.full_name || ' ' || p.email ilike ${words}
        or o.contact_name || ' ' || o.contact_email ilike ${words})`
    : sql``
  const ofEvent = words ? sql`and id || ' ' || type ilike ${words}` : sql``
  const disputes = sql`from disputes s left join user_profiles p on p.id = s.user_id`
  return db
    .selectNoFrom([
      sql<number>`(select count(*)::int from (select from (select f.id, f.order_id ${openFailedRefunds}) f
        join checkout_orders o on o.id = f.order_id
        join user_profiles p on p.id = o.user_id where true ${ofOrder} limit ${max}) r)`.as(
        'refunds',
      ),
      sql<number>`(select count(*)::int from (select ${disputes}
        where s.status = 'open' ${ofPerson} limit ${max}) r)`.as('open'),
      sql<number>`(select count(*)::int from (select ${disputes}
        where true ${ofPerson} limit ${max}) r)`.as('disputes'),
      sql<number>`(select count(*)::int from (select from stripe_events
        where given_up_at is not null ${ofEvent} limit ${max}) r)`.as('events'),
    ])
    .executeTakeFirstOrThrow()
}
