import { setTimeout as pause } from 'node:timers/promises'
import { Page } from '#test/browsing.ts'
import type { RunningApp, World } from '#test/faults/world.ts'
import type { Random } from '#tools/simulation/random.ts'

/** What a client was told is done. `count-found.ts` has a query for each. */
export type Effect =
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
  readonly effect: Effect
  /** The id by which exactly one record must be found. */
  readonly key: string
}

export interface Client {
  readonly world: World
  readonly app: RunningApp
  readonly random: Random
  /** Repeats a step until it gets an answer that is not a server error. */
  answered(step: () => Promise<Page>): Promise<Page>
  /** Repeats a setup step until it works. */
  prepared<T>(step: () => Promise<T>): Promise<T>
  acknowledge(effect: Effect, key: string): void
}

/** When an answered step began and ended. */
export interface Answer {
  readonly began: number
  readonly ended: number
}

export interface Crowd {
  readonly acknowledged: readonly Acknowledged[]
  readonly answers: readonly Answer[]
  /** How many journeys have been completed. */
  readonly journeys: number
  /** Resolves when a step that begins from now on is answered. */
  nextAnswer(): Promise<void>
  /** Lets everyone complete their current journey; resolves when they have. */
  finish(): Promise<void>
}

export type Journey = (client: Client) => Promise<void>

const RETRY_MS = 25
/** A step that fails for longer counts as never recovering. */
const GIVE_UP_MS = 90_000

/** Starts people who simultaneously go on one random journey after another. */
export function startCrowd(
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
    acknowledge: (effect, key) => void acknowledged.push({ effect, key }),
    prepared: (step) => retryUntil(step, () => true),
    answered: async (step) => {
      let began = 0
      const page = await retryUntil(
        () => {
          began = performance.now()
          return step()
        },
        // Some forms show a message instead of an error page.
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
  const runJourneys = async () => {
    while (!isOver) {
      await random.one(journeys)?.(client)
      completed += 1
    }
  }
  const runs = Array.from({ length: people }, runJourneys)
  const all = Promise.all(runs)
  // Callers that await `all` get the error.
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
    finish: async () => {
      isOver = true
      await all
    },
  }
}

async function retryUntil<T>(step: () => Promise<T>, isDone: (result: T) => boolean): Promise<T> {
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
      throw new Error(`no success for ${GIVE_UP_MS / 1000} s`, { cause: summaryOf(problem) })
    }
    await pause(RETRY_MS)
  }
}

/** A page as its status and messages, which are more readable than its markup. */
function summaryOf(problem: unknown): unknown {
  if (!(problem instanceof Page)) return problem
  const alerts = problem.$$('[role=alert], [id$=-error]').map((alert) => alert.textContent.trim())
  return `${problem.status} ${problem.url}: ${alerts.join(' ') || problem.text()}`
}

/** Seconds from each fault until a step that began after it is answered. */
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
