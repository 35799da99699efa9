import type { ItemId } from '#db/ids.ts'
import type { ContestedItem, World } from '#test/make/contested-item.ts'

/** The state after a race, and the faults in it that must never occur. */
export async function resultOf({ db, totalCreditsOf }: ContestedItem, world: World) {
  const { itemIds } = world
  const [rentals, periods, blocked, items, offers, totalCredits] = await Promise.all([
    db
      .selectFrom('rentals')
      .select(['item_id', 'renter_id', 'status', 'return_status', 'start_date', 'end_date'])
      .select(['total_credits', 'exclusive', 'cancellation', 'at_risk_since'])
      .where('item_id', 'in', itemIds)
      .execute(),
    db
      .selectFrom('booked_periods')
      .select(['item_id', 'period'])
      .where('item_id', 'in', itemIds)
      .execute(),
    db
      .selectFrom('rental_availability')
      .select('blocked_date')
      .where('item_id', 'in', itemIds)
      .execute(),
    db
      .selectFrom('clothing_items')
      .select(['id', 'available', 'advance_booking'])
      .where('id', 'in', itemIds)
      .execute(),
    db.selectFrom('waitlist_entries').select('status').where('item_id', 'in', itemIds).execute(),
    totalCreditsOf(world),
  ])
  const itemName = (id: ItemId) => itemIds.indexOf(id)
  const personName = (id: string) => world.people.findIndex((one) => one.id === id)
  const isOut = (one: (typeof rentals)[number]) =>
    one.status === 'delivered' && one.return_status !== 'returned'
  const isExclusive = (one: (typeof rentals)[number]) =>
    one.exclusive && ['pending', 'confirmed', 'delivered'].includes(one.status)
  const faults = [
    ...itemIds.flatMap((id) => {
      const ofItem = rentals.filter(({ item_id }) => item_id === id)
      const held = periods.filter(({ item_id }) => item_id === id).map(({ period }) => period)
      return [
        ofItem.filter(isOut).length > 1 && 'two people have the item',
        ofItem.filter(isExclusive).length > 1 && 'two rentals of an item that takes one',
        overlap(held) && `booked periods overlap: ${held.join(' ')}`,
      ]
    }),
    totalCredits.join() !== world.totalCredits.join() &&
      `credits: ${world.totalCredits.join()}, now ${totalCredits.join()}`,
  ].filter(Boolean)
  const state = {
    rentals: rentals
      .map((one) => ({
        ...one,
        item_id: itemName(one.item_id),
        renter_id: personName(one.renter_id),
      }))
      .map((one) => JSON.stringify(one))
      .toSorted(),
    periods: periods.map(({ item_id, period }) => `${itemName(item_id)} ${period}`).toSorted(),
    blocked: blocked.map(({ blocked_date }) => blocked_date).toSorted(),
    items: items.map(({ id, ...row }) => `${itemName(id)} ${JSON.stringify(row)}`).toSorted(),
    offers: offers.map(({ status }) => status),
  }
  return { faults, state: JSON.stringify(state) }
}

/** Periods as PostgreSQL writes them: '[2026-12-04,2026-12-12)'. */
function overlap(periods: readonly string[]): boolean {
  const ranges = periods.map((period) => period.slice(1, -1).split(',')).toSorted()
  return ranges.some(([start = ''], index) => start < (ranges[index - 1]?.[1] ?? ''))
}
