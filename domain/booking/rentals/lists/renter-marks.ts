import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

/** What closets see about the renter of a rental before they accept it: how many other rentals. */
export type RenterMarks = {
  /** Of the same closet, returned late. */
  readonly late: number
  /** Of any closet, whose item never came back. A granted appeal takes it away. */
  readonly lost: number
  /** Of any closet, for which they did not come. A granted case takes it away. */
  readonly noShow: number
}

const max = sql.lit(100)

// SQL: what a rental `o` is a mark for.
const isGone = sql<boolean>`o.status = 'completed' and o.return_status = 'late'`
const isLate = sql<boolean>`o.late_at is not null and not (${isGone})`
const isLost = sql<boolean>`${isGone} and not exists (select from deposit_appeals a
  where a.rental_id = o.id and a.status = 'overturned')`
const isNoShow = sql<boolean>`o.cancellation = 'no_show' and not exists (select from return_requests q
  where q.rental_id = o.id and q.status = 'accepted')`

/** SQL: the late returns of the renter of the rental `r`, see `RenterMarks`; at most a hundred. */
export const lateMarks = sql<number>`(select count(*)::integer from (select from rentals o
  where o.renter_id = r.renter_id and o.owner_id = r.owner_id and o.id <> r.id
    and ${isLate} limit ${max}) late)`

/** SQL: the items that the renter of the rental `r` never brought back; at most a hundred. */
export const lostMarks = sql<number>`(select count(*)::integer from (select from rentals o
  where o.renter_id = r.renter_id and o.id <> r.id and ${isLost} limit ${max}) lost)`

/** SQL: the rentals for which the renter of the rental `r` did not come; at most a hundred. */
export const noShowMarks = sql<number>`(select count(*)::integer from (select from rentals o
  where o.renter_id = r.renter_id and o.id <> r.id and ${isNoShow} limit ${max}) no_show)`

/**
 * The rentals that are marks of a renter, for admins: the latest ones, at most `max`. A rental is
 * one kind of mark only.
 */
export async function markedRentals(db: DbOrTx, renterId: PersonId, max: number) {
  return await db
    .selectFrom('rentals as o')
    .innerJoin('clothing_items as i', 'i.id', 'o.item_id')
    .select(['o.id', 'i.title', 'o.start_date as start', 'o.end_date as end'])
    .select(
      sql<keyof RenterMarks>`case when ${isNoShow} then 'noShow' when ${isLost} then 'lost'
        else 'late' end`.as('mark'),
    )
    .where('o.renter_id', '=', renterId)
    // The condition of an index.
    .where(sql<boolean>`(o.late_at is not null or o.cancellation = 'no_show')`)
    .where(sql<boolean>`(${isLate} or ${isLost} or ${isNoShow})`)
    .orderBy('o.start_date', 'desc')
    .orderBy('o.id', 'desc')
    .limit(sql.lit(max))
    .execute()
}
