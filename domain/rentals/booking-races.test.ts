import { afterAll, expect, test } from 'vitest'
import { blockDates } from '#domain/items/blocked-dates.ts'
import { changeMany } from '#domain/items/change-many.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { extendableRentals } from '#test/extending.ts'
import { approveCondition } from './rental-review.ts'
import { deliverRental, recordReturn } from './rental-steps.ts'
import { cancelRental, requestRental } from './rentals.ts'

// Two moves at once end as if one had come after the other. `RACES=1000` runs more of each pair.
const RACES = Number(process.env.RACES ?? 24)
const AT_ONCE = 8

const { db, made, now, today, origin, day, ...extending } = await extendableRentals()
const { rentItem, extend, balanceOf, rentalOf } = extending

// Closets and shoppers serve one race after the other; each race has an item of its own.
const closet = await made.closet()
const teams = await Promise.all(
  Array.from({ length: AT_ONCE }, async () => ({
    renter: await made.readyShopper({ credits: 1_000_000 }),
    first: await made.readyShopper({ credits: 1_000_000 }),
    second: await made.readyShopper({ credits: 1_000_000 }),
  })),
)
type Team = (typeof teams)[number]
const [firstTeam] = teams
if (!firstTeam) throw new Error('nobody races')
const alone: Team = firstTeam

type World = Awaited<ReturnType<typeof makeWorld>>

/**
 * An item that can be booked ahead, with two days between rentals, rented from in 3 to in 9 days
 * and delivered early or not yet.
 */
async function makeWorld({ renter, first, second }: Team, isOut: boolean) {
  const item = await made.item({
    closet,
    creditsPerDay: 1,
    advance_booking: true,
    turnaround_days: 2,
  })
  const before = await Promise.all([renter, first, second].map((shopper) => balanceOf(shopper)))
  const { rentalId, on } = await rentItem(renter, item, 3, 9)
  if (isOut) await deliverRental(db, closet, on, now)
  return { isOut, item, renter, first, second, before, rentalId, on }
}

async function rent(shopper: Shopper, { item }: World, from: number, to: number) {
  const dates = { start: day(from), end: day(to) }
  const request = { itemId: item.id, ...dates, requestKey: newId(), origin }
  return await requestRental(db, shopper, request, now, today)
}

type Answer = Outcome<unknown, { readonly reason: string }>

/** While the item is out, the days to rent begin right after it. */
const moves = {
  rent: (world) => rent(world.first, world, ...days(world, 14)),
  'rent the same days': (world) => rent(world.second, world, ...days(world, 14)),
  // Its days are free; only the days between rentals overlap.
  'rent within the turnaround': (world) => rent(world.second, world, ...days(world, 22)),
  extend: ({ renter, rentalId }) => extend(renter, rentalId, { end: day(12) }),
  block: ({ item }) =>
    blockDates(db, closet, { itemId: item.id, start: day(11), end: day(15) }, now, today),
  cancel: ({ renter, rentalId }) => cancelRental(db, renter, { rentalId, origin }, now),
  complete: async ({ on }) => {
    const returned = await recordReturn(db, closet, on, now)
    return returned.ok ? await approveCondition(db, closet, on, now) : returned
  },
  'switch off': ({ item }) => changeMany(db, closet, { ids: [item.id] }, switchedOff, now),
} as const satisfies Record<string, (world: World) => Promise<Answer>>

const switchedOff = { kind: 'lending', advanceBooking: false, turnaroundDays: 2 } as const

type Move = keyof typeof moves

function days({ isOut }: World, from: number): [from: number, to: number] {
  const start = isOut ? from - 4 : from
  return [start, start + 6]
}

const wordOf = (answer: Answer) => (answer.ok ? 'done' : answer.problem.reason)

/** What both were told, and everything that they may have changed. */
async function resultOf(world: World, answers: readonly Answer[]): Promise<string> {
  const { item, rentalId } = world
  const shoppers = [world.renter, world.first, world.second]
  const [rental, periods, blocked, row, balances] = await Promise.all([
    rentalOf(rentalId),
    db.selectFrom('booked_periods').select('period').where('item_id', '=', item.id).execute(),
    db
      .selectFrom('rental_availability')
      .select('blocked_date')
      .where('item_id', '=', item.id)
      .execute(),
    db
      .selectFrom('clothing_items')
      .select(['available', 'advance_booking'])
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow(),
    Promise.all(shoppers.map((shopper) => balanceOf(shopper))),
  ])
  return JSON.stringify({
    answers: answers.map(wordOf),
    rental: [rental.status, rental.end_date, rental.total_credits],
    periods: periods.map(({ period }) => period).toSorted(),
    blocked: blocked.length,
    row,
    credits: balances.map((balance, index) => balance - (world.before[index] ?? 0)),
  })
}

async function oneAfterTheOther(pair: readonly [Move, Move], isOut: boolean, turned: boolean) {
  const world = await makeWorld(alone, isOut)
  const [first, second] = pair
  if (turned) {
    const answer = await moves[second](world)
    return await resultOf(world, [await moves[first](world), answer])
  }
  const answer = await moves[first](world)
  return await resultOf(world, [answer, await moves[second](world)])
}

async function race(team: Team, pair: readonly [Move, Move], isOut: boolean): Promise<string> {
  const world = await makeWorld(team, isOut)
  const answers = await Promise.all(pair.map((move) => moves[move](world)))
  return await resultOf(world, answers)
}

const names = Object.keys(moves) as Move[]
const pairs = names.flatMap((one, index) =>
  names.slice(index + 1).map((other): [Move, Move] => [one, other]),
)

/** Pairs of which one succeeds and the other is refused, with its reason whoever comes first. */
const CONFLICTS: readonly (readonly [Move, Move, reasons: readonly [string, string]])[] = [
  ['rent', 'rent the same days', ['dates-taken', 'dates-taken']],
  ['rent', 'rent within the turnaround', ['dates-taken', 'dates-taken']],
  ['rent', 'extend', ['dates-taken', 'dates-taken']],
  ['rent', 'block', ['dates-taken', 'dates-rented']],
  ['rent the same days', 'extend', ['dates-taken', 'dates-taken']],
  ['rent the same days', 'block', ['dates-taken', 'dates-rented']],
  ['extend', 'block', ['dates-taken', 'dates-rented']],
]

const winners = new Map<string, Set<number>>()

test.each(pairs)(
  '%s and %s at once end as if one had come first',
  async (...pair) => {
    const isOut = pair.includes('complete')
    const serial = [
      await oneAfterTheOther(pair, isOut, false),
      await oneAfterTheOther(pair, isOut, true),
    ]
    const conflict = CONFLICTS.find(([one, other]) => one === pair[0] && other === pair[1])
    if (conflict) {
      const [first, second] = conflict[2]
      expect(serial.map((result) => JSON.parse(result).answers)).toEqual([
        ['done', second],
        [first, 'done'],
      ])
    }
    const seen = new Set<number>()
    for (let raced = 0; raced < RACES; raced += AT_ONCE) {
      const results = await Promise.all(teams.map((team) => race(team, pair, isOut)))
      for (const result of results) {
        expect(serial).toContain(result)
        seen.add(serial.indexOf(result))
      }
    }
    winners.set(pair.join(), seen)
  },
  20_000 + RACES * 1_000,
)

afterAll(() => {
  // If one side always came first, nothing was raced.
  const both = [...winners.values()].filter(({ size }) => size === 2)
  if (winners.size === pairs.length) expect(both.length).toBeGreaterThan(2)
})
