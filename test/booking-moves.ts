import { approveCondition } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { swapRental } from '#domain/booking/rentals/changes/swap-rental.ts'
import { changeDates } from '#domain/booking/rentals/dates/change-dates.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import { blockDates } from '#domain/catalogue/items/listing/blocked-dates.ts'
import { changeMany } from '#domain/catalogue/items/listing/change-many.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import type { ContestedItem, Needs, Side, World } from '#test/make/contested-item.ts'

export type Answer = Outcome<unknown, { readonly reason: string; readonly heldUntil?: Date }>
type Act = (world: World, side: Side) => Promise<Answer>

export const moveNames = [
  'rent',
  'rent in the turnaround',
  'extend',
  'change dates',
  'block',
  'return early',
  'cancel',
  'swap to it',
  'swap away',
  'accept the offer',
  'switch off',
] as const

export type Move = (typeof moveNames)[number]
export type Pair = readonly [Move, Move]

export function needsOf(pair: Pair): Needs {
  const isAtRisk = pair.includes('swap away')
  return {
    isAtRisk,
    isOut: pair.includes('return early') && !isAtRisk,
    frees: isAtRisk || pair.includes('return early') || pair.includes('cancel'),
    swappers: ([0, 1] as const).filter((side) => pair[side] === 'swap to it'),
    offered: ([0, 1] as const).find((side) => pair[side] === 'accept the offer') ?? null,
  }
}

const switchedOff = { kind: 'lending', advanceBooking: false, turnaroundDays: 2 } as const

/** What two people can do to an item and its rentals at the same time. */
export function bookingMoves(contested: ContestedItem): Readonly<Record<Move, Act>> {
  const { db, now, today, origin, day, closet, admin, extend } = contested

  async function rent(shopper: Shopper, { item }: World, from: number) {
    const dates = { start: day(from), end: day(from + 6) }
    const request = { itemId: item.id, ...dates, requestKey: newId(), origin }
    return await requestRental(db, shopper, request, now, today, 'UTC')
  }

  async function swap(shopper: Shopper, rentalId: World['rentalId'], itemId: World['item']['id']) {
    const on = { rentalId, itemId, requestKey: newId(), origin }
    return await swapRental(db, shopper, on, now, today, 'UTC')
  }

  return {
    rent: (world, side) => rent(world.rivals[side], world, world.from),
    // Only the turnaround after the other rental overlaps these days.
    'rent in the turnaround': (world, side) => rent(world.rivals[side], world, world.from + 8),
    extend: ({ renter, rentalId }) => extend(renter, rentalId, { end: day(12) }),
    // A request: it moves at once, into the days that the others want.
    'change dates': async ({ renter, rentalId }) => {
      const dates = { start: day(8), end: day(14) }
      const on = { rentalId, ...dates, requestKey: newId(), origin }
      return await changeDates(db, renter, on, now, today, 'UTC')
    },
    block: async ({ item, from }) => {
      const range = { itemId: item.id, start: day(from - 3), end: day(from + 1) }
      return await blockDates(db, closet, range, now, today)
    },
    // By the closet or by an admin.
    'return early': async ({ rentalId, lateId }, side) => {
      const on = { rentalId: lateId ?? rentalId, origin, today, notes: '' }
      const who = side === 0 ? closet : admin
      const returned = await recordReturn(db, who, on, now)
      return returned.ok ? await approveCondition(db, who, on, now) : returned
    },
    // By the renter or by the closet.
    cancel: ({ renter, rentalId }, side) =>
      cancelRental(db, side === 0 ? renter : closet, { rentalId, origin }, now),
    'swap to it': async ({ rivals, elsewhere, item }, side) => {
      const own = elsewhere[side]
      if (!own) throw new Error('has nothing to swap')
      return await swap(rivals[side], own.rentalId, item.id)
    },
    'swap away': async ({ renter, rentalId, others }, side) => {
      const other = others[side]
      if (!other) throw new Error('has nothing to swap for')
      return await swap(renter, rentalId, other)
    },
    'accept the offer': (world) => rent(world.holder, world, world.from),
    'switch off': ({ item }) => changeMany(db, closet, { ids: [item.id] }, switchedOff, now),
  }
}

/** 'done', or the reason of the refusal; 'held' when the days are held for a waitlist offer. */
export function outcomeCode(answer: Answer | undefined): string {
  if (answer?.ok) return 'done'
  return answer?.problem.heldUntil ? 'held' : (answer?.problem.reason ?? 'no answer')
}
