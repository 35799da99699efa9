import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'

/** What closets see about the renter of a rental before they accept it: how many other rentals. */
export type RenterMarks = {
  /** Of the same closet, returned late. */
  readonly late: number
  /** Of any closet, whose item never came back. A granted appeal takes it away. */
  readonly lost: number
  /** Of any closet, for which they did not come. A granted case takes it away. */
  readonly noShow: number
}

// SQL: what a rental `o` is a mark for.
const isGone = sql<boolean>`o.status = 'completed' and o.return_status = 'late'`
const isLate = sql<boolean>`o.late_at is not null and not (${isGone})`
const isLost = sql<boolean>`${isGone} and not exists (select from deposit_appeals a
  where a.rental_id = o.id and a.status = 'overturned')`
const isNoShow = sql<boolean>`o.cancellation = 'no_show' and not exists (select from return_requests q
  where q.rental_id = o.id and q.status = 'accepted')`

// The condition of an index, and the kind of mark: a rental is one kind only.
const isMark = sql<boolean>`(o.late_at is not null or o.cancellation = 'no_show')`
const mark = sql<keyof RenterMarks>`case when ${isNoShow} then 'noShow' when ${isLost} then 'lost'
  else 'late' end`

/**
 * The marks of the renters of these rentals, of each without the rental itself: at most a hundred
 * of a renter. Renters without any are left out.
 */
export async function renterMarks(
  db: DbOrTx,
  rentalIds: readonly RentalId[],
): Promise<ReadonlyMap<RentalId, RenterMarks>> {
  if (rentalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('rentals as r')
    .innerJoinLateral(
      (each) =>
        each
          .selectFrom('rentals as o')
          .select(mark.as('mark'))
          .whereRef('o.renter_id', '=', 'r.renter_id')
          .whereRef('o.id', '<>', 'r.id')
          .where(isMark)
          .where(sql<boolean>`(${isLost} or ${isNoShow} or o.owner_id = r.owner_id and ${isLate})`)
          .orderBy('o.start_date', 'desc')
          .orderBy('o.id', 'desc')
          .limit(100)
          .as('m'),
      (join) => join.onTrue(),
    )
    .select(['r.id', countOf('late').as('late'), countOf('lost').as('lost')])
    .select(countOf('noShow').as('noShow'))
    .where('r.id', 'in', rentalIds)
    .groupBy('r.id')
    .execute()
  return new Map(rows.map(({ id, ...marks }) => [id, marks]))
}

const countOf = (kind: keyof RenterMarks) =>
  sql<number>`count(*) filter (where m.mark = ${sql.lit(kind)})::integer`

/** The rentals that are marks of a renter, for admins: the latest ones, at most `max`. */
export async function markedRentals(db: DbOrTx, renterId: PersonId, max: number) {
  return await db
    .selectFrom('rentals as o')
    .innerJoin('clothing_items as i', 'i.id', 'o.item_id')
    .select(['o.id', 'i.title', 'o.start_date as start', 'o.end_date as end'])
    .select([mark.as('mark'), sql<boolean>`o.returned_at is null`.as('isOut')])
    .where('o.renter_id', '=', renterId)
    .where(isMark)
    .where(sql<boolean>`(${isLate} or ${isLost} or ${isNoShow})`)
    .orderBy('o.start_date', 'desc')
    .orderBy('o.id', 'desc')
    .limit(max)
    .execute()
}
