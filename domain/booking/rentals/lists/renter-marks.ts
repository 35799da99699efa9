import { sql } from 'kysely'

/** What closets see about the renter of a rental before they accept it: how many other rentals. */
export type RenterMarks = {
  /** Of the same closet, returned late. */
  readonly late: number
  /** Of any closet, whose item never came back. A granted appeal takes it away. */
  readonly lost: number
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
