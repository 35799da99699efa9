import { type Days, doMeet } from './days.ts'

/** Somebody waits for days that are taken. Once they get free, an offer holds them. */
interface Entry extends Days {
  readonly person: string
  readonly isOffered: boolean
}

/** Who waits for an item, in the order in which they joined. Nobody waits in two lines. */
export interface Line {
  readonly entries: readonly Entry[]
  /** Who left an offer, once for each. */
  readonly unused: readonly string[]
}

/** `free`: the days can be rented; `own`: they have rented one; `waiting`: they are in line already. */
export type JoinAnswer = 'done' | 'free' | 'own' | 'waiting' | 'unused' | null

export type LineMove =
  | ({ readonly kind: 'join'; readonly person: string; readonly answer: JoinAnswer } & Days)
  /** Also declines an offer. */
  | { readonly kind: 'leave'; readonly person: string; readonly answer: 'done' | null }
  /** What "My Rentals" showed somebody of their place in line. */
  | {
      readonly kind: 'place'
      readonly person: string
      readonly shown: 'waiting' | 'offered' | 'none'
    }

/** Whoever leaves as many offers cannot join again. */
const MAX_UNUSED = 2

/** @param days what a person who joins would find there */
export function moveLine(line: Line, move: LineMove, days: 'free' | 'own' | 'taken'): Line | null {
  const { entries, unused } = line
  const { person } = move
  const own = entries.find((one) => one.person === person)
  switch (move.kind) {
    case 'place': {
      const place = own ? (own.isOffered ? 'offered' : 'waiting') : 'none'
      return move.shown === place ? line : null
    }
    case 'leave':
      return {
        entries: entries.filter((one) => one !== own),
        unused: own?.isOffered ? [...unused, person] : unused,
      }
    case 'join': {
      const { start, end, answer } = move
      const isBarred = unused.filter((one) => one === person).length >= MAX_UNUSED
      const inLine = own ? 'waiting' : isBarred ? 'unused' : 'done'
      const reason = days === 'taken' ? inLine : days
      if (answer !== null && answer !== reason) return null
      if (reason !== 'done') return line
      return { entries: [...entries, { person, start, end, isOffered: false }], unused }
    }
  }
}

/** A rental on some days of its renter's offer takes the offer's place. */
export function acceptOffer(line: Line, person: string, days: Days): Line {
  const isTaken = (one: Entry) => one.isOffered && one.person === person && doMeet(one, days)
  return { ...line, entries: line.entries.filter((one) => !isTaken(one)) }
}

export function isHeldForOthers({ entries }: Line, person: string, days: Days): boolean {
  return entries.some((one) => one.isOffered && one.person !== person && doMeet(one, days))
}

/** The days that offers to others hold. */
export function daysHeldForOthers({ entries }: Line, person: string): readonly Days[] {
  return entries.filter((one) => one.isOffered && one.person !== person)
}

/** Everybody in line whose days are free gets an offer, in order. */
export function makeOffers({ entries, unused }: Line, isTaken: (days: Days) => boolean): Line {
  const made = [...entries]
  for (const [place, entry] of entries.entries()) {
    const isFree =
      !isTaken(entry) && !isHeldForOthers({ entries: made, unused }, entry.person, entry)
    if (isFree) made[place] = { ...entry, isOffered: true }
  }
  return { entries: made, unused }
}
