import type { Model } from './find-order.ts'

/** Days are counted from any day; both ends are included. */
export interface Days {
  readonly start: number
  readonly end: number
}

interface Booking extends Days {
  /** The key of the form that rented. */
  readonly key: string
  readonly person: string
  readonly isOver: boolean
}

/**
 * What was answered; null if nothing was. `over`: the rental has ended; `same`: these days are no
 * change, or none that this form can make.
 */
export type BookingAnswer = 'done' | 'taken' | 'short' | 'over' | 'same' | null

export type ItemMove =
  | ({ readonly kind: 'rent' | 'offer'; readonly key: string; readonly person: string } & Days &
      Answered)
  /** Other days of a rental; without `start` it only ends on another day. */
  | ({
      readonly kind: 'change'
      readonly key: string
      readonly start?: number
      readonly end: number
    } & Answered)
  | ({ readonly kind: 'cancel'; readonly key: string } & Answered)
  /** The days of the calendar that were shown as taken. */
  | { readonly kind: 'calendar'; readonly taken: readonly number[] }
  /** Somebody's live rentals of the item, as "My Rentals" showed them. */
  | { readonly kind: 'mine'; readonly person: string; readonly rentals: readonly Days[] }

interface Answered {
  readonly answer: BookingAnswer
}

/** An item that can be booked ahead, without days between two rentals. */
export const itemModel: Model<readonly Booking[], ItemMove> = {
  initial: [],
  key: (bookings) => JSON.stringify(bookings.toSorted((a, b) => (a.key < b.key ? -1 : 1))),
  step(bookings, move) {
    switch (move.kind) {
      case 'rent':
      case 'offer':
        return rent(bookings, move)
      case 'change':
        return change(bookings, move)
      case 'cancel':
        if (move.answer === null || move.answer === 'done') {
          if (move.answer === 'done' && !bookings.some(({ key }) => key === move.key)) return null
          return bookings.map((one) => (one.key === move.key ? { ...one, isOver: true } : one))
        }
        return bookings
      case 'calendar':
        return isSame(bookings.filter(isLive).flatMap(daysOf), move.taken) ? bookings : null
      case 'mine': {
        const own = bookings.filter((one) => isLive(one) && one.person === move.person)
        return isSame(own.map(nameOf), move.rentals.map(nameOf)) ? bookings : null
      }
    }
  },
}

type Rent = Extract<ItemMove, { readonly kind: 'rent' | 'offer' }>
type Change = Extract<ItemMove, { readonly kind: 'change' }>

function rent(bookings: readonly Booking[], move: Rent): readonly Booking[] | null {
  const { key, person, start, end, answer } = move
  const isKnown = bookings.some((one) => one.key === key)
  if (isKnown) return answer === 'done' || answer === null ? bookings : null
  const isFree = isFreeOn(bookings, { start, end })
  if (answer === 'taken') return isFree ? null : bookings
  if (answer === 'short') return isFree ? bookings : null
  if (!isFree) return answer === null ? bookings : null
  return [...bookings, { key, person, start, end, isOver: false }]
}

function change(bookings: readonly Booking[], move: Change): readonly Booking[] | null {
  const { key, end, answer } = move
  const own = bookings.find((one) => one.key === key)
  if (!own || own.isOver) return answer === 'over' || answer === null ? bookings : null
  if (answer === 'over') return null
  if (answer === 'same') return bookings
  const days = { start: move.start ?? own.start, end }
  const others = bookings.filter((one) => one !== own)
  const isFree = isFreeOn(others, days)
  if (answer === 'taken') return isFree ? null : bookings
  // An extension is paid before its days are looked up, other dates after.
  if (answer === 'short') return isFree || move.start === undefined ? bookings : null
  if (!isFree) return answer === null ? bookings : null
  return [...others, { ...own, ...days }]
}

function isLive({ isOver }: Booking): boolean {
  return !isOver
}

function isFreeOn(bookings: readonly Booking[], { start, end }: Days): boolean {
  return !bookings.some((one) => isLive(one) && one.start <= end && start <= one.end)
}

function daysOf({ start, end }: Days): number[] {
  return Array.from({ length: end - start + 1 }, (_, after) => start + after)
}

function nameOf({ start, end }: Days): string {
  return `${start}-${end}`
}

function isSame<T>(some: readonly T[], others: readonly T[]): boolean {
  return JSON.stringify([...some].sort()) === JSON.stringify([...others].sort())
}
