import { type Days, daysOf, doMeet } from './days.ts'
import { isDoneOrLost, type Model } from './find-order.ts'
import {
  acceptOffer,
  daysHeldForOthers,
  isHeldForOthers,
  type Line,
  type LineMove,
  makeOffers,
  moveLine,
} from './line.ts'

interface Booking extends Days {
  /** The key of the form that rented. */
  readonly key: string
  readonly person: string
  readonly isOver: boolean
  /** The key of the form that swapped it. */
  readonly swappedFor?: string
}

interface Item {
  readonly bookings: readonly Booking[]
  readonly line: Line
}

/**
 * What was answered; null if nothing was. `over`: the rental has ended; `same`: these days are no
 * change, or none that this form can make.
 */
export type BookingAnswer = 'done' | 'taken' | 'short' | 'over' | 'same' | null

export type ItemMove =
  /** Also takes the item in place of another one. */
  | ({ readonly kind: 'rent'; readonly key: string; readonly person: string } & Days & Answered)
  /** Other days of a rental; without `start` it only ends on another day. */
  | ({
      readonly kind: 'change'
      readonly key: string
      readonly start?: number
      readonly end: number
    } & Answered)
  | ({ readonly kind: 'cancel'; readonly key: string } & Answered)
  /** Its renter takes another item in its place, by a form with the key `to`. */
  | ({ readonly kind: 'swap'; readonly key: string; readonly to: string } & Answered)
  | LineMove
  /** The days of the calendar that were shown to somebody as taken. */
  | { readonly kind: 'calendar'; readonly person: string; readonly taken: readonly number[] }
  /** Somebody's live rentals of the item, as "My Rentals" showed them. */
  | { readonly kind: 'mine'; readonly person: string; readonly rentals: readonly Days[] }

interface Answered {
  readonly answer: BookingAnswer
}

/** An item that can be booked ahead, without days between two rentals. */
export const itemModel: Model<Item, ItemMove> = {
  initial: { bookings: [], line: { entries: [], unused: [] } },
  mayChange: isDoneOrLost,
  key: ({ bookings, line: { entries, unused } }) =>
    JSON.stringify([
      bookings.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      entries,
      unused.toSorted(),
    ]),
  step(item, move) {
    const moved = carryOut(item, move)
    if (moved === null || moved === item) return moved
    const { bookings, line } = moved
    return { bookings, line: makeOffers(line, (days) => isTaken(bookings, days)) }
  },
}

function carryOut(item: Item, move: ItemMove): Item | null {
  const { bookings, line } = item
  switch (move.kind) {
    case 'rent':
      return rent(item, move)
    case 'change':
      return change(item, move)
    case 'cancel': {
      if (move.answer !== null && move.answer !== 'done') return item
      if (move.answer === 'done' && !bookings.some(({ key }) => key === move.key)) return null
      return end(item, move.key, {})
    }
    case 'swap':
      return swap(item, move)
    case 'join':
    case 'leave':
    case 'place': {
      const moved = moveLine(
        line,
        move,
        'start' in move ? daysFor(item, move.person, move) : 'taken',
      )
      return moved === line ? item : moved && { bookings, line: moved }
    }
    case 'calendar': {
      const held = daysHeldForOthers(line, move.person)
      const taken = [...bookings.filter(isLive), ...held].flatMap(daysOf)
      return isSame(taken, move.taken) ? item : null
    }
    case 'mine': {
      const own = bookings.filter((one) => isLive(one) && one.person === move.person)
      return isSame(own.map(nameOf), move.rentals.map(nameOf)) ? item : null
    }
  }
}

type MoveOf<Kind> = Extract<ItemMove, { readonly kind: Kind }>

function rent(item: Item, move: MoveOf<'rent'>): Item | null {
  const { key, person, start, end, answer } = move
  const isKnown = item.bookings.some((one) => one.key === key)
  if (isKnown) return answer === 'done' || answer === null ? item : null
  const isFree = isFreeFor(item, person, { start, end })
  if (answer === 'taken') return isFree ? null : item
  if (answer === 'short') return isFree ? item : null
  if (!isFree) return answer === null ? item : null
  return book(item, { key, person, start, end, isOver: false })
}

function change(item: Item, move: MoveOf<'change'>): Item | null {
  const { key, end, answer } = move
  const own = item.bookings.find((one) => one.key === key)
  if (!own || own.isOver) return answer === 'over' || answer === null ? item : null
  if (answer === 'over') return null
  if (answer === 'same') return item
  const days = { start: move.start ?? own.start, end }
  const without = { ...item, bookings: item.bookings.filter((one) => one !== own) }
  const isFree = isFreeFor(without, own.person, days)
  if (answer === 'taken') return isFree ? null : item
  // An extension is paid before its days are looked up, other dates after.
  if (answer === 'short') return isFree || move.start === undefined ? item : null
  if (!isFree) return answer === null ? item : null
  return book(without, { ...own, ...days })
}

function swap(item: Item, { key, to, answer }: MoveOf<'swap'>): Item | null {
  const own = item.bookings.find((one) => one.key === key)
  if (own?.swappedFor === to) return answer === 'done' || answer === null ? item : null
  if (!own || own.isOver) return answer === 'over' || answer === null ? item : null
  if (answer === 'over') return null
  return answer === 'taken' ? item : end(item, key, { swappedFor: to })
}

function book({ bookings, line }: Item, booking: Booking): Item {
  return { bookings: [...bookings, booking], line: acceptOffer(line, booking.person, booking) }
}

function end({ bookings, line }: Item, key: string, how: Pick<Booking, 'swappedFor'>): Item {
  const ended = bookings.map((one) => (one.key === key ? { ...one, ...how, isOver: true } : one))
  return { bookings: ended, line }
}

function isLive({ isOver }: Booking): boolean {
  return !isOver
}

function isTaken(bookings: readonly Booking[], days: Days): boolean {
  return bookings.some((one) => isLive(one) && doMeet(one, days))
}

function isFreeFor({ bookings, line }: Item, person: string, days: Days): boolean {
  return !isTaken(bookings, days) && !isHeldForOthers(line, person, days)
}

function daysFor(item: Item, person: string, days: Days): 'free' | 'own' | 'taken' {
  if (isFreeFor(item, person, days)) return 'free'
  const own = item.bookings.filter((one) => isLive(one) && one.person === person)
  return own.some((one) => doMeet(one, days)) ? 'own' : 'taken'
}

function nameOf({ start, end }: Days): string {
  return `${start}-${end}`
}

function isSame<T>(some: readonly T[], others: readonly T[]): boolean {
  return JSON.stringify([...some].sort()) === JSON.stringify([...others].sort())
}
