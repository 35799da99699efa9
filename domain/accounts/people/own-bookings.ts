import type { Db } from '#db/connection.ts'
import type { Person } from '#domain/shared/actors.ts'

/** Part of a person's data export: what they wait and pay for, `max` rows of each at most. */
export async function ownBookings(db: Db, { id }: Person, max: number) {
  const waitlist = await db
    .selectFrom('waitlist_entries as w')
    .innerJoin('clothing_items as i', 'i.id', 'w.item_id')
    .select(['w.item_id', 'i.title', 'w.start_date', 'w.end_date', 'w.status', 'w.created_at'])
    .select(['w.offered_at', 'w.offer_expires_at', 'w.ended_at'])
    .where('w.shopper_id', '=', id)
    .limit(max)
    .execute()
  const rentalCheckouts = await db
    .selectFrom('rental_checkouts as c')
    .innerJoin('clothing_items as i', 'i.id', 'c.item_id')
    .leftJoin('booked_periods as b', (join) =>
      join.onRef('b.order_id', '=', 'c.order_id').onRef('b.item_id', '=', 'c.item_id'),
    )
    .select(['c.order_id', 'c.item_id', 'i.title', 'c.start_date', 'c.end_date', 'c.handover'])
    .select(['c.credits_per_day', 'c.status', 'c.rental_id', 'c.problem', 'c.created_at'])
    .select(['c.ended_at', 'b.held_until', 'c.together'])
    .where('c.shopper_id', '=', id)
    .limit(max)
    .execute()
  return { waitlist, rentalCheckouts }
}
