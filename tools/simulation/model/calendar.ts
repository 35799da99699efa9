import type { PersonId } from '#db/ids.ts'
import type { Entry, Item, Model, Rental } from './state.ts'

// The held days of an item, by the rules alone. Dates are 'YYYY-MM-DD', so they compare as text.

const DAY_MS = 86_400_000
const LATE_DAYS = 3

/** First and last day, both included. */
export type Days = { readonly start: string; readonly end: string }

export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

export function daysOf({ start, end }: Days): number {
  return (Date.parse(end) - Date.parse(start)) / DAY_MS + 1
}

const LIVE: readonly Rental['state'][] = ['pending', 'confirmed', 'out', 'late', 'back']

export function isLive({ state }: Pick<Rental, 'state'>): boolean {
  return LIVE.includes(state)
}

export function rentalsOf(model: Model, item: Item): Rental[] {
  return model.rentals.filter((rental) => rental.item === item)
}

export function isAvailable(model: Model, item: Item): boolean {
  return item.advanceBooking || !model.rentals.some((one) => one.item === item && isLive(one))
}

/** The days that a rental holds; null for none. */
export function daysHeldBy(rental: Rental): Days | null {
  const { state, start, end, turnaroundDays } = rental
  if (isLive(rental)) return { start, end: dayAfter(end, turnaroundDays) }
  if (state !== 'completed' || turnaroundDays === 0 || rental.periodRemoved) return null
  const returned = [rental.returnedOn, end].toSorted()[0] ?? end
  const last = returned < start ? start : returned
  return { start, end: dayAfter(last, turnaroundDays) }
}

/** The days that a rental would hold on the dates that its renter would like instead. */
function daysProposed({ proposed, turnaroundDays }: Rental): Days | null {
  return proposed && { start: proposed.start, end: dayAfter(proposed.end, turnaroundDays) }
}

/** Those of them that it does not hold anyway: none, one range or two. */
export function daysHeldMore(rental: Rental): Days[] {
  const [wanted, held] = [daysProposed(rental), daysHeldBy(rental)]
  if (!wanted || !held) return []
  if (!overlap(wanted, held)) return [wanted]
  return [
    ...(wanted.start < held.start ? [{ ...wanted, end: dayAfter(held.start, -1) }] : []),
    ...(wanted.end > held.end ? [{ ...wanted, start: dayAfter(held.end, 1) }] : []),
  ]
}

/** The days that an open offer holds. */
export function daysOffered({ start, offer }: Entry): Days | null {
  return offer && { start, end: offer.until }
}

export function overlap(one: Days, other: Days): boolean {
  return one.start <= other.end && other.start <= one.end
}

export function openOffersOf(model: Model, item: Item): Entry[] {
  return model.entries.filter((entry) => entry.item === item && entry.offer !== null)
}

/** Whether another rental of the item or one of these offers holds one of these days. */
export function isHeldByAnother(
  model: Model,
  rental: Rental,
  days: Days,
  offers = openOffersOf(model, rental.item),
): boolean {
  const meets = (held: Days | null) => held !== null && overlap(held, days)
  return (
    rentalsOf(model, rental.item).some(
      (other) => other !== rental && (meets(daysHeldBy(other)) || meets(daysProposed(other))),
    ) || offers.some((entry) => meets(daysOffered(entry)))
  )
}

/** Whether another renter has the item. */
export function isOutElsewhere(model: Model, rental: Rental): boolean {
  return model.rentals.some(
    (other) => other.item === rental.item && other !== rental && isOut(other),
  )
}

/** Delivered and not recorded as returned, including while it is on its way back. */
export function isOut({ state }: Pick<Rental, 'state'>): boolean {
  return state === 'out' || state === 'late'
}

/** Whether the closet has blocked one of the days, for this item or by a holiday. */
export function isBlocked({ holidays }: Model, item: Item, days: Days): boolean {
  return (
    [...item.blocked].some((day) => days.start <= day && day <= days.end) ||
    holidays.some((holiday) => holiday.lister === item.lister && overlap(holiday, days))
  )
}

/**
 * Whether rentals and offers leave room for this person's rental on these days, even if the item is
 * not available. Their own offer does not count.
 */
export function hasRoom(
  model: Model,
  item: Item,
  { start, end }: Days,
  today: string,
  shopper: PersonId | null = null,
): boolean {
  const needed = { start, end: dayAfter(end, item.turnaroundDays) }
  const isOfferedToOthers = openOffersOf(model, item).some((entry) => {
    const held = daysOffered(entry)
    if (entry.shopper === shopper) return false
    return !item.advanceBooking || (held !== null && overlap(held, needed))
  })
  if (isOfferedToOthers) return false
  const isHeld = (held: Days | null) => held !== null && overlap(held, needed)
  return (
    !isHeldUp(model, item, start, today) &&
    !rentalsOf(model, item).some((one) => isHeld(daysHeldBy(one)) || isHeld(daysProposed(one)))
  )
}

/** Whether the item is out after the last day of a rental, and may not be ready on this day. */
export function isHeldUp(model: Model, item: Item, start: string, today: string): boolean {
  return (
    start <= dayAfter(today, LATE_DAYS + item.turnaroundDays) &&
    rentalsOf(model, item).some((rental) => isOut(rental) && rental.end < today)
  )
}

/** Whether the item's calendar allows this person a rental. */
export function isFree(
  model: Model,
  item: Item,
  days: Days,
  today: string,
  shopper: PersonId | null = null,
): boolean {
  return (
    isAvailable(model, item) &&
    !isBlocked(model, item, days) &&
    hasRoom(model, item, days, today, shopper)
  )
}
