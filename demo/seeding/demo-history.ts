import { type CatalogueEntry, catalogue } from '#demo/catalogue/catalogue.ts'
import {
  type DemoRental,
  demoRentals,
  earlierRentals,
  rentersOfThePast,
  reviewedRentals,
} from './demo-rentals.ts'
import { isRentable, listedDaysAgo } from './seed-catalogue.ts'

const COUNT = 42
/** The days from today on which the first and the last rental start. */
const FIRST = -165
const LAST = -24
/** The week of a rental, the turnaround, and some days in the closet. */
const DAYS_BETWEEN = 15
/** How long an item is listed before it is requested. */
const DAYS_LISTED = 8

/** How one wearer after the other found the items. */
const FITS = ['true', 'true', 'small', 'true', 'true', 'true', 'large', 'true', 'true'] as const
const STARS = [5, 4, 5, 5] as const

/**
 * Completed rentals of the last months, for the figures: their number grows, and about every second
 * one is of the demo closet. Their renters say how the items fit.
 */
export const demoHistory: readonly DemoRental[] = [...earlierRentals, ...rentalsOfMonths()]

function rentalsOfMonths(): DemoRental[] {
  const named = [...demoRentals, ...reviewedRentals, ...earlierRentals]
  const taken = new Set(
    named.filter(({ starts }) => starts < LAST + DAYS_BETWEEN).map(({ item }) => item),
  )
  const items = catalogue.filter((entry) => isRentable(entry) && !taken.has(entry.picture))
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
    const byRenter = { stars: STARS[n % 4] ?? 5, words: '', fit: FITS[(n * 5) % 9] ?? 'true' }
    return [{ item, renter, state, requested: starts - 5, starts, days: 7, byRenter }]
  }).flat()
}
