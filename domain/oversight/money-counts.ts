import { sql } from 'kysely'
import type { Read } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { containing, MOST_COUNTED } from '#domain/shared/page.ts'
import type { MoneyPart } from './money-parts.ts'
import { openFailedRefunds } from './overview.ts'

/** How much each part holds of what is looked for; at most one more than MOST_COUNTED is counted. */
export async function moneyCounts(
  db: Read,
  _admin: Admin,
  q: string,
): Promise<Readonly<Record<MoneyPart, number>>> {
  const words = containing(q)
  const most = sql.lit(MOST_COUNTED + 1)
  const ofPerson = words ? sql`and p.full_name || ' ' || p.email ilike ${words}` : sql``
  const ofOrder = words
    ? sql`and (p.full_name || ' ' || p.email ilike ${words}
        or o.contact_name || ' ' || o.contact_email ilike ${words})`
    : sql``
  const ofEvent = words ? sql`and id || ' ' || type ilike ${words}` : sql``
  const disputes = sql`from disputes s left join user_profiles p on p.id = s.user_id`
  const { rows } = await sql<Record<MoneyPart, number>>`
    select
      (select count(*)::int from (select from (select f.* ${openFailedRefunds}) f
        join checkout_orders o on o.id = f.order_id
        join user_profiles p on p.id = o.user_id where true ${ofOrder} limit ${most}) r) as refunds,
      (select count(*)::int from (select ${disputes}
        where s.status = 'open' ${ofPerson} limit ${most}) r) as open,
      (select count(*)::int from (select ${disputes}
        where true ${ofPerson} limit ${most}) r) as disputes,
      (select count(*)::int from (select from stripe_events
        where given_up_at is not null ${ofEvent} limit ${most}) r) as events`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the counts are one row')
  return row
}
