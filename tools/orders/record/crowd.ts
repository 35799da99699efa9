import type { Random } from '#tools/simulation/random.ts'
import { everyAct, readEverything } from './every-act.ts'
import { type History, namesOfMoves, written } from './history.ts'
import { makeScene, type Scene, type Setting } from './scene.ts'
import type { Tally } from './sending.ts'

export interface Crowd {
  readonly tally: Tally
  readonly scenes: number
  /** How many histories were checked. */
  readonly histories: number
  /** How often each move got each answer in them. */
  readonly moves: ReadonlyMap<string, number>
  /** Histories that no order explains, as text. */
  readonly violations: readonly string[]
  /** Resolves at the end; rejects if somebody got an answer that nobody knows. */
  readonly ended: Promise<unknown>
  /** Lets everyone complete their scene. */
  finish(): Promise<void>
}

const SCENE_SIZE = 5
/** After each round nothing is under way, so that what was recorded can be checked. */
const ROUNDS = 4
const ACTS = 5
/** One in this many acts is done twice at once, as in two tabs. */
const TWO_TABS = 5

/** Starts groups of people who act at the same time, in one scene after another. */
export function startCrowd(
  setting: Setting,
  { people, random }: { readonly people: number; readonly random: Random },
): Crowd {
  const tally: Tally = { requests: 0, unknown: 0 }
  const violations: string[] = []
  const moves = new Map<string, number>()
  let scenes = 0
  let histories = 0
  let isOver = false

  async function act(scene: Scene, me: Scene['people'][number]): Promise<void> {
    const acting = { scene, me, random, tally }
    for (let acts = 0; acts < ACTS; acts += 1) {
      const tabs = random.oneIn(TWO_TABS) ? 2 : 1
      await Promise.all(Array.from({ length: tabs }, () => random.one(everyAct)?.(acting)))
    }
  }

  /** Whether an order explains each of them. */
  function check(checked: readonly History[]): boolean {
    const before = violations.length
    for (const history of checked) {
      const verdict = history.verdict()
      if (verdict.kind !== 'explained') violations.push(written(history, verdict))
    }
    return violations.length === before
  }

  async function play(): Promise<void> {
    while (!isOver) {
      const scene = await makeScene(setting, SCENE_SIZE)
      for (let round = 0; round < ROUNDS; round += 1) {
        await Promise.all(scene.people.map((me) => act(scene, me)))
        for (const me of scene.people)
          for (const look of readEverything) await look({ scene, me, random, tally })
        if (!check(scene.histories) || isOver) break
      }
      histories += scene.histories.length
      for (const name of scene.histories.flatMap(namesOfMoves))
        moves.set(name, (moves.get(name) ?? 0) + 1)
      scenes += 1
    }
  }

  const groups = Math.max(1, Math.round(people / SCENE_SIZE))
  const all = Promise.all(Array.from({ length: groups }, play))
  all.catch(() => {
    isOver = true
  })
  return {
    tally,
    moves,
    violations,
    get scenes() {
      return scenes
    },
    get histories() {
      return histories
    },
    ended: all,
    finish: async () => {
      isOver = true
      await all
    },
  }
}

/** What happened so far, in one line. */
export function summaryOf({ tally, scenes, histories, violations }: Crowd): string {
  return `${tally.requests} requests, ${tally.unknown} without an answer; ${scenes} scenes, ${histories} histories, ${violations.length} without an order`
}

/** How often each move got each answer, in one line. */
export function movesOf({ moves }: Crowd): string {
  const sorted = [...moves].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([name, times]) => `${name}: ${times}`).join(', ')
}
