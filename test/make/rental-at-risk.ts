import type { Db } from '#db/connection.ts'
import { updateRentalsAtRisk } from '#domain/booking/rentals/changes/late-returns.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Make } from './make.ts'

type Where = {
  readonly db: Db
  readonly make: Make
  readonly clock: { readonly now: () => Date }
}
type AtRiskInput = {
  readonly closet: Person
  readonly renter: Shopper
  readonly style?: string
}

/** A rental that starts in two days, while a late renter still has its item. */
export async function rentalAtRisk({ db, make, clock }: Where, input: AtRiskInput) {
  const { closet, renter, style } = input
  const now = clock.now()
  const timeZone = 'America/New_York'
  const today = calendarDateIn(timeZone, now)
  const item = await make.item({ closet, advance_booking: true, ...(style && { style }) })
  const late = await make.shopper({ full_name: 'Ann Lee' })
  const first = { item, renter: late, status: 'delivered', createdAt: now } as const
  await make.rental({ ...first, start: addDays(today, -9) })
  const start = addDays(today, 2)
  const { id } = await make.rental({ item, renter, status: 'confirmed', createdAt: now, start })
  await updateRentalsAtRisk(db, { now, today, origin: 'https://shop.example', timeZone })
  return { id, item, start }
}
