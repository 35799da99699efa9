import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { localMonths, periodOf } from '#domain/shared/time/local-periods.ts'
import { addToMonth, monthIn, startOfMonth } from '#domain/shared/time/local-time.ts'

/** Amounts withheld for a closet's items in one month, without what appeals have returned. */
export type WithheldInMonth = {
  /** 'YYYY-MM'. */
  readonly month: string
  readonly itemId: ItemId
  readonly title: string
  readonly rentals: number
  readonly cents: number
}

/**
 * Amounts withheld for a closet's rentals, by month and item, newest first: the last `months`
 * months, including this one. A closet sees its own; an admin names one.
 * @param timeZone determines the months
 */
export async function withheldForCloset(
  db: Db,
  who: ClosetOwner | Admin,
  closetId: PersonId,
  over: { readonly months: number; readonly timeZone: string },
  now: Date,
): Promise<WithheldInMonth[]> {
  if (who.accountType !== 'admin' && who.id !== closetId) return []
  const last = monthIn(over.timeZone, now)
  const first = addToMonth(last, 1 - over.months)
  const months = localMonths(over.timeZone, first, last)
  const rows = await db
    .selectFrom('rentals as r')
    .innerJoin('deposit_claims as c', 'c.rental_id', 'r.id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select([
      periodOf(sql.ref('c.decided_at'), months).as('month'),
      'i.id as itemId',
      'i.title',
      sql<number>`count(*)::integer`.as('rentals'),
      sql<number>`sum(c.kept_cents - c.returned_cents)::integer`.as('cents'),
    ])
    .where('r.owner_id', '=', closetId)
    .where('c.decided_at', '>=', startOfMonth(over.timeZone, first))
    .groupBy([sql`1`, 'i.id', 'i.title'])
    .orderBy('month', 'desc')
    .orderBy('cents', 'desc')
    .orderBy('i.id')
    .execute()
  return rows
}
