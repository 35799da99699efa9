import { type CatalogueEntry, catalogue } from '#demo/catalogue/catalogue.ts'
import { type DemoRental, demoRentals, rentersOfThePast, reviewedRentals } from './demo-rentals.ts'
import { isRentable, listedDaysAgo } from './seed-catalogue.ts'

const COUNT = 36
/** The days from today on which the first and the last rental start. */
const FIRST = -165
const LAST = -24
/** The week of a rental, the turnaround, and some days in the closet. */
const DAYS_BETWEEN = 15
/** How long an item is listed before it is requested. */
const DAYS_LISTED = 8

/**
 * Completed rentals of the last months, for the figures: their number grows, and every second one
 * is of the demo closet.
 */
export const demoHistory: readonly DemoRental[] = rentalsOfMonths()

function rentalsOfMonths(): DemoRental[] {
  const shown = new Set([...demoRentals, ...reviewedRentals].map(({ item }) => item))
  const items = catalogue.filter((entry) => isRentable(entry) && !shown.has(entry.picture))
  const own = items.filter(({ closet }) => closet === 0)
  const others = items.filter(({ closet }) => closet !== 0)
  const freeFrom = new Map<CatalogueEntry, number>()
  return Array.from({ length: COUNT }, (_, n) => {
    const starts = Math.round(FIRST + (LAST - FIRST) * (n / (COUNT - 1)) ** 0.7)
    const some = n % 2 === 0 ? own : others
    const turn = [...some.slice(n % some.length), ...some.slice(0, n % some.length)]
    const entry = turn.find(
      (one) => listedDaysAgo(one) > DAYS_LISTED - starts && (freeFrom.get(one) ?? starts) <= starts,
    )
    const renter = rentersOfThePast[n % rentersOfThePast.length]
    if (!entry || !renter) return []
    freeFrom.set(entry, starts + DAYS_BETWEEN)
    const item = entry.picture
    const state = 'completed' as const
    return [{ item, renter, state, requested: starts - 5, starts, days: 7 }]
  }).flat()
}
