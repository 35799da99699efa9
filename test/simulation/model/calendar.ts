import type { Item, Model, Rental } from './state.ts'

// Which days of an item are held, by the rules alone. Dates are 'YYYY-MM-DD', so they compare as text.

const DAY_MS = 86_400_000
const LATE_DAYS = 3

/** First and last day, both included. */
export type Days = { readonly start: string; readonly end: string }

export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

const LIVE: readonly Rental['state'][] = ['pending', 'confirmed', 'out', 'late', 'back']

export function isLive({ state }: Rental): boolean {
  return LIVE.includes(state)
}

export function rentalsOf(model: Model, item: Item): Rental[] {
  return model.rentals.filter((rental) => rental.item === item)
}

export function isAvailable(model: Model, item: Item): boolean {
  return item.advanceBooking || !rentalsOf(model, item).some(isLive)
}

/** The days that a rental holds; null for none. */
export function daysHeldBy(rental: Rental): Days | null {
  const { state, start, end, turnaroundDays } = rental
  if (isLive(rental)) return { start, end: dayAfter(end, turnaroundDays) }
  if (state !== 'completed' || turnaroundDays === 0) return null
  const returned = [rental.returnedOn, end].toSorted()[0] ?? end
  const last = returned < start ? start : returned
  return { start, end: dayAfter(last, turnaroundDays) }
}

function overlap(one: Days, other: Days): boolean {
  return one.start <= other.end && other.start <= one.end
}

/** Another rental of the item holds one of these days. */
export function isHeldByAnother(model: Model, rental: Rental, days: Days): boolean {
  return rentalsOf(model, rental.item).some((other) => {
    const held = other === rental ? null : daysHeldBy(other)
    return held !== null && overlap(held, days)
  })
}

/** Another renter has the item. */
export function isOutElsewhere(model: Model, rental: Rental): boolean {
  return rentalsOf(model, rental.item).some((other) => other !== rental && isOut(other))
}

function isOut({ state }: Rental): boolean {
  return state === 'out' || state === 'late'
}

/** The calendar alone allows a rental on these days, whether or not the item is available. */
export function hasRoom(model: Model, item: Item, { start, end }: Days, today: string): boolean {
  const needed = { start, end: dayAfter(end, item.turnaroundDays) }
  const readyAgain = dayAfter(today, LATE_DAYS + item.turnaroundDays)
  return rentalsOf(model, item).every((rental) => {
    const held = daysHeldBy(rental)
    if (held && overlap(held, needed)) return false
    return !(isOut(rental) && rental.end < today && start <= readyAgain)
  })
}
