import { isAvailable, isLive, openOffersOf, rentalsOf } from './calendar.ts'
import { count, type Item, type Model } from './state.ts'
import { markDue, offerFreed, withdraw } from './waitlist.ts'

type Lending = Pick<Item, 'advanceBooking' | 'turnaroundDays'>

/** Changes the lending of items; existing rentals keep their days. Returns how many change. */
export function lend(model: Model, items: readonly Item[], lending: Lending): number {
  const changed = items.filter((item) => lendOne(model, item, lending))
  markDue(model, changed)
  return changed.length
}

function lendOne(model: Model, item: Item, lending: Lending): boolean {
  const { advanceBooking, turnaroundDays } = lending
  const isSwitched = item.advanceBooking !== advanceBooking
  const hasOtherDays = item.turnaroundDays !== turnaroundDays
  const isRented = rentalsOf(model, item).some(isLive) ? 'with live rentals' : 'without rentals'
  if (isSwitched) count(model, `advance booking ${advanceBooking ? 'on' : 'off'} ${isRented}`)
  if (hasOtherDays) count(model, `new turnaround ${isRented}`)
  Object.assign(item, lending)
  if (!advanceBooking) withdrawOffers(model, item)
  return isSwitched || hasOtherDays
}

/** Withdraws all offers of a rented item; of an available one, all but the first in line. */
function withdrawOffers(model: Model, item: Item): void {
  const left = isAvailable(model, item) ? 1 : 0
  for (const entry of openOffersOf(model, item).slice(left)) withdraw(model, entry)
}

export function pause(model: Model, item: Item): void {
  item.paused = true
  for (const entry of openOffersOf(model, item)) {
    withdraw(model, entry)
    count(model, 'offer lost: item paused')
  }
}

export function resume(model: Model, item: Item): void {
  if (!item.paused) return
  item.paused = false
  offerFreed(model, item, 'resuming')
}
