import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { joinWaitlist } from '#domain/booking/waitlist/join-waitlist.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { DemoContext } from './demo-context.ts'
import { demoShopper } from './demo-payments.ts'
import { itemId } from './seed-catalogue.ts'
import { shopperEmail } from './seed-people.ts'

/** The demo's shopper waits for both items, on days that a rental of each holds. */
const waiting = [
  { item: 'emerald-velvet-gown', renter: 'Clara Novak', starts: 14, isCancelled: false },
  // This rental is cancelled, so that the shopper gets an offer.
  { item: 'burgundy-ball-gown', renter: 'Wren Castillo', starts: 24, isCancelled: true },
] as const

const DAYS = 7
const DAY_MS = 86_400_000

/** Adds a waitlist entry and an offer, using the same commands as shoppers. */
export async function seedWaitlist(
  { db, timeZone, origin }: Pick<DemoContext, 'db' | 'timeZone' | 'origin'>,
  now: Date,
): Promise<void> {
  const shopper = await demoShopper(db, 'shopper@hemline.test')
  const joinedAt = new Date(now.getTime() - DAY_MS / 2)
  for (const { item, renter, starts, isCancelled } of waiting) {
    const start = addDays(calendarDateIn(timeZone, now), starts)
    const request = { itemId: itemId(item), start, end: addDays(start, DAYS - 1), timeZone }
    const today = calendarDateIn(timeZone, joinedAt)
    const joined = await joinWaitlist(db, shopper, request, joinedAt, today)
    // An interrupted earlier start may have joined already.
    const known = joined.ok || ['already-waiting', 'free-now'].includes(joined.problem.reason)
    if (!known) throw new Error(`the demo's waitlist of ${item}: ${joined.problem.reason}`)
    if (!joined.ok || !isCancelled) continue
    const rental = await db
      .selectFrom('rentals as r')
      .innerJoin('user_profiles as p', 'p.id', 'r.renter_id')
      .select('r.id')
      .where('r.item_id', '=', itemId(item))
      .where('p.email', '=', shopperEmail(renter))
      .executeTakeFirstOrThrow()
    const holder = await demoShopper(db, shopperEmail(renter))
    const cancelled = await cancelRental(db, holder, { rentalId: rental.id, origin }, now)
    if (!cancelled.ok) throw new Error(`the demo's waitlist of ${item} is not offered`)
  }
}
