import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '#test/browsing.ts'
import type { RunningApp, World } from '#test/faults/world.ts'
import type { Random } from '#test/simulation/random.ts'

/** What a client was told is done; `count-found.ts` says how each is found again. */
export type Deed =
  | 'rented'
  | 'cancelled'
  | 'paid'
  | 'refunded'
  | 'gift claimed'
  | 'reviewed'
  | 'withheld'
  | 'listed'
  | 'imported'
  | 'wrote'
  | 'earned'

export interface Acknowledged {
  readonly deed: Deed
  /** The id of what there is now exactly one of. */
  readonly key: string
}

export interface Client {
  readonly world: World
  readonly app: RunningApp
  readonly random: Random
  /** Repeats a step until it is answered; the answer is no error of the server. */
  answered(step: () => Promise<Page>): Promise<Page>
  /** Repeats a preparation until it works. */
  prepared<T>(step: () => Promise<T>): Promise<T>
  acknowledge(deed: Deed, key: string): void
}

/** When a step that was answered began and ended. */
export interface Answer {
  readonly began: number
  readonly ended: number
}

export interface Crowd {
  readonly acknowledged: readonly Acknowledged[]
  readonly answers: readonly Answer[]
  /** How many journeys have been completed. */
  readonly journeys: number
  /** Resolves when something that begins from now on is answered. */
  nextAnswer(): Promise<void>
  /** Resolves when everybody has completed what they are doing. */
  goHome(): Promise<void>
}

export type Journey = (client: Client) => Promise<void>

const AGAIN_MS = 25
/** Whatever fails for longer does not recover. */
const GIVE_UP_MS = 90_000

/** People who go on one random journey after the other, at the same time. */
export function sendOut(
  { world, app }: { readonly world: World; readonly app: RunningApp },
  {
    people,
    random,
    journeys,
  }: { readonly people: number; readonly random: Random; readonly journeys: readonly Journey[] },
): Crowd {
  const acknowledged: Acknowledged[] = []
  const answers: Answer[] = []
  let completed = 0
  let answered = Promise.withResolvers<Answer>()
  let isOver = false
  const client: Client = {
    world,
    app,
    random,
    acknowledge: (deed, key) => void acknowledged.push({ deed, key }),
    prepared: (step) => untilItWorks(step, () => true),
    answered: async (step) => {
      let began = 0
      const page = await untilItWorks(
        () => {
          began = performance.now()
          return step()
        },
        // Some forms come back with a sentence instead of an error page.
        ({ status, html }) =>
          status < 500 && !(status === 400 && html.includes('Please try again')),
      )
      const answer = { began, ended: performance.now() }
      answers.push(answer)
      answered.resolve(answer)
      answered = Promise.withResolvers()
      return page
    },
  }
  const walk = async () => {
    while (!isOver) {
      await random.one(journeys)?.(client)
      completed += 1
    }
  }
  const walks = Array.from({ length: people }, walk)
  const all = Promise.all(walks)
  // Whoever waits for it hears of it.
  all.catch(() => {
    isOver = true
  })
  return {
    acknowledged,
    answers,
    get journeys() {
      return completed
    },
    nextAnswer: async () => {
      const now = performance.now()
      for (;;) {
        const answer = await Promise.race([answered.promise, all.then(() => null)])
        if (answer === null || answer.began >= now) return
      }
    },
    goHome: async () => {
      isOver = true
      await all
    },
  }
}

async function untilItWorks<T>(step: () => Promise<T>, isDone: (result: T) => boolean): Promise<T> {
  const began = performance.now()
  for (;;) {
    let problem: unknown
    try {
      const result = await step()
      if (isDone(result)) return result
      problem = result
    } catch (error) {
      problem = error
    }
    if (performance.now() - began > GIVE_UP_MS) {
      throw new Error(`no answer for ${GIVE_UP_MS / 1000} s`, { cause: problem })
    }
    await pause(AGAIN_MS)
  }
}

/** Seconds from each fault until something that was begun after it is answered. */
export function recoveries(faults: readonly number[], answers: readonly Answer[]): number[] {
  return faults.flatMap((at) => {
    const later = answers.filter(({ began }) => began >= at)
    const first = later.reduce(
      (least, { ended }) => Math.min(least, ended),
      Number.POSITIVE_INFINITY,
    )
    return later.length === 0 ? [] : [(first - at) / 1000]
  })
}
