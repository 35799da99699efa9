import { sql } from 'kysely'

/** SQL: whether item `i` of `lister` can be rented at all, regardless of its calendar. */
export const isRentable = sql<boolean>`(i.approval_status = 'approved' and i.deleted_at is null
  and not i.paused and i.lister_in_good_standing and lister_is_in_good_standing(lister))`
