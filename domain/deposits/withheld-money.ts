import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'

/** Deposit money kept for a closet's items in one month; it stays with the platform. */
export type WithheldInMonth = {
  /** 'YYYY-MM'. */
  readonly month: string
  readonly itemId: ItemId
  readonly title: string
  readonly rentals: number
  readonly cents: number
}

/**
 * What was kept of deposits for a closet's rentals, by month and item, newest first: the last
 * `months` months, the present one included. A closet sees its own; an admin names one.
 * @param timeZone whose months they are
 */
export async function withheldForCloset(
  db: Db,
  who: ClosetOwner | Admin,
  closetId: PersonId,
  over: { readonly months: number; readonly timeZone: string },
  now: Date,
): Promise<WithheldInMonth[]> {
  if (who.accountType !== 'admin' && who.id !== closetId) return []
  const { rows } = await sql<WithheldInMonth>`
    select to_char(c.decided_at at time zone ${over.timeZone}, 'YYYY-MM') as month,
      i.id as "itemId", i.title, count(*)::integer as rentals, sum(c.kept_cents)::integer as cents
    from rentals r
    join deposit_claims c on c.rental_id = r.id
    join clothing_items i on i.id = r.item_id
    where r.owner_id = ${closetId}
      and c.decided_at >= (date_trunc('month', ${now}::timestamptz at time zone ${over.timeZone})
        - make_interval(months => ${over.months - 1}::integer)) at time zone ${over.timeZone}
    group by 1, i.id, i.title
    order by month desc, cents desc, i.id`.execute(db)
  return rows
}
