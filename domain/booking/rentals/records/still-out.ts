import type { Tx } from '#db/connection.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { LockedRental } from './rental-locks.ts'

/** Another rental of the item has not been returned yet, so the item cannot be with this renter. */
export type StillOut = {
  readonly reason: 'still-out'
  readonly title: string
  /** The full name of the person who has it. */
  readonly renter: string
}

/**
 * Part of every step that hands an item over, before it is written: one person has it at a time.
 */
export async function checkNotOut(tx: Tx, rental: LockedRental): Promise<Outcome<null, StillOut>> {
  const other = await tx
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as p', 'p.id', 'r.renter_id')
    .select(['i.title', 'p.full_name as renter'])
    .where('r.item_id', '=', rental.item_id)
    .where('r.status', '=', 'delivered')
    .where('r.return_status', '<>', 'returned')
    .executeTakeFirst()
  return other ? refused({ reason: 'still-out', ...other }) : done(null)
}
