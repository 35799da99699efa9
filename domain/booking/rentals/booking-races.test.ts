import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  type Answer,
  bookingMoves,
  moveNames,
  needsOf,
  outcomeCode,
  type Pair,
} from '#test/booking-moves.ts'
import { bookingOutcomes } from '#test/booking-outcomes.ts'
import { resultOf } from '#test/booking-result.ts'
import { contestedItems, type Side, type Team, type World } from '#test/make/contested-item.ts'

// Two concurrent moves must end as if run one after the other. `RACES=1000` races each pair more.
const RACES = Number(process.env.RACES ?? 2)
const AT_ONCE = Math.min(RACES, 4)
/** From this many races on, each side of a pair must win some of them. */
const MANY = 200

const contested = await contestedItems(AT_ONCE)
const { makeWorld, untilAllWait, endOffer, teams } = contested
const moves = bookingMoves(contested)
const [oneTeam, otherTeam] = teams
if (!oneTeam || !otherTeam) throw new Error('nobody races')

/** The answers of both moves and the resulting state, which must break no rule. */
async function endOf(world: World, answers: readonly Answer[]) {
  const { faults, state } = await resultOf(contested, world)
  expect(faults).toEqual([])
  await endOffer(world)
  return { answers: answers.map(outcomeCode).join('/'), state }
}

/** Runs the two moves one after the other. */
async function inTurn(team: Team, pair: Pair, first: Side) {
  const world = await makeWorld(team, needsOf(pair))
  const answer = await moves[pair[first]](world, first)
  const second = first === 0 ? 1 : 0
  const next = await moves[pair[second]](world, second)
  return await endOf(world, first === 0 ? [answer, next] : [next, answer])
}

/**
 * Runs one race per team; every other team sends the second move first. With `held`, the race
 * starts when all moves have done their reads before the first lock and are waiting for it.
 */
async function atOnce(pair: Pair, held: boolean) {
  const worlds = await Promise.all(teams.map((team) => makeWorld(team, needsOf(pair))))
  const start = () =>
    Promise.all(
      worlds.map(async (world, index) => {
        const [one, other] = pair
        if (index % 2 === 0)
          return await Promise.all([moves[one](world, 0), moves[other](world, 1)])
        const second = moves[other](world, 1)
        return await Promise.all([moves[one](world, 0), second])
      }),
    )
  const answers = await (held ? untilAllWait(worlds, 2 * worlds.length, start) : start())
  return await Promise.all(worlds.map((world, index) => endOf(world, answers[index] ?? [])))
}

test('each pair of moves is raced once, and each move against itself', () => {
  const pairs = moveNames.flatMap((one, index) =>
    moveNames.slice(index).map((other) => [one, other].toSorted().join()),
  )
  const raced = bookingOutcomes.map(([one, other]) => [one, other].toSorted().join())
  expect(raced.toSorted()).toEqual(pairs.toSorted())
})

test.each(bookingOutcomes)(
  '%s against %s',
  async (one, other, allowed) => {
    const pair = [one, other] as const
    const serial = await Promise.all([inTurn(oneTeam, pair, 0), inTurn(otherTeam, pair, 1)])
    expect(serial.map(({ answers }) => answers)).toEqual(allowed)
    const wins: [number, number] = [0, 0]
    for (let raced = 0; raced < RACES; raced += AT_ONCE) {
      const held = (raced / AT_ONCE) % 2 === 0
      for (const result of await atOnce(pair, held)) {
        expect(serial).toContainEqual(result)
        wins[result.state === serial[0].state ? 0 : 1] += 1
      }
    }
    // Otherwise the query plans of the integrity checks are those for empty tables.
    if (RACES >= MANY) await sql`analyze`.execute(contested.db)
    if (RACES < MANY || serial[0].state === serial[1].state) return
    console.log(`${one} ${wins[0]}, ${other} ${wins[1]}`)
    // If one side always wins, this is no race.
    expect(Math.min(...wins)).toBeGreaterThan(0)
  },
  240_000 + RACES * 1_000,
)
