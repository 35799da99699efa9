import { expect, test } from 'vitest'
import {
  type Answer,
  bookingMoves,
  moveNames,
  needsOf,
  type Pair,
  wordOf,
} from '#test/booking-moves.ts'
import { bookingOutcomes } from '#test/booking-outcomes.ts'
import { resultOf } from '#test/booking-result.ts'
import { contestedItems, type Side, type Team } from '#test/contested-item.ts'

// Two moves at once end as if one had come after the other. `RACES=1000` runs more of each pair.
const RACES = Number(process.env.RACES ?? 4)
const AT_ONCE = 4
/** So many that each side of a pair comes first in some of them. */
const MANY = 200

const contested = await contestedItems(AT_ONCE)
const { makeWorld, tidyUp, teams } = contested
const moves = bookingMoves(contested)
const [oneTeam, otherTeam] = teams
if (!oneTeam || !otherTeam) throw new Error('nobody races')

type Act = (side: Side) => Promise<Answer>
type Play = (act: Act) => Promise<readonly [Answer, Answer]>

const inOrder: Play = async (act) => [await act(0), await act(1)]
const turned: Play = async (act) => {
  const second = await act(1)
  return [await act(0), second]
}

/** Both on connections of their own; `first` is sent first. */
const atOnce =
  (first: Side): Play =>
  async (act) => {
    if (first === 0) return await Promise.all([act(0), act(1)])
    const second = act(1)
    return await Promise.all([act(0), second])
  }

/** The answers to both, and the state that they leave; no rule may be broken. */
async function play(team: Team, pair: Pair, how: Play) {
  const world = await makeWorld(team, needsOf(pair))
  const answers = await how((side) => moves[pair[side]](world, side))
  const { faults, state } = await resultOf(contested, world)
  expect(faults).toEqual([])
  await tidyUp(world)
  return { answers: answers.map(wordOf).join('/'), state }
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
    const serial = await Promise.all([play(oneTeam, pair, inOrder), play(otherTeam, pair, turned)])
    expect(serial.map(({ answers }) => answers)).toEqual(allowed)
    const wins: [number, number] = [0, 0]
    for (let raced = 0; raced < RACES; raced += AT_ONCE) {
      const results = await Promise.all(
        teams.map((team, index) => play(team, pair, atOnce(index % 2 === 0 ? 0 : 1))),
      )
      for (const result of results) {
        expect(serial).toContainEqual(result)
        wins[result.state === serial[0].state ? 0 : 1] += 1
      }
    }
    if (RACES < MANY || serial[0].state === serial[1].state) return
    console.log(`${one} ${wins[0]}, ${other} ${wins[1]}`)
    // If one side always came first, nothing was raced.
    expect(Math.min(...wins)).toBeGreaterThan(0)
  },
  20_000 + RACES * 1_000,
)
