import { sql } from 'kysely'

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
const isLost = sql<boolean>`o.status = 'completed' and o.return_status = 'late'`

/** SQL: the late returns of the renter of the rental `r`, see `RenterMarks`; at most a hundred. */
export const lateMarks = sql<number>`(select count(*)::integer from (select from rentals o
  where o.renter_id = r.renter_id and o.owner_id = r.owner_id and o.id <> r.id
    and o.late_at is not null and not (${isLost}) limit ${max}) late)`

/** SQL: the items that the renter of the rental `r` never brought back; at most a hundred. */
export const lostMarks = sql<number>`(select count(*)::integer from (select from rentals o
  where o.renter_id = r.renter_id and o.id <> r.id and ${isLost}
    and not exists (select from deposit_appeals a
      where a.rental_id = o.id and a.status = 'overturned') limit ${max}) lost)`

/** SQL: the rentals for which the renter of the rental `r` did not come; at most a hundred. */
export const noShowMarks = sql<number>`(select count(*)::integer from (select from rentals o
  where o.renter_id = r.renter_id and o.id <> r.id and o.cancellation = 'no_show'
    and not exists (select from return_requests q
      where q.rental_id = o.id and q.status = 'accepted') limit ${max}) no_show)`
