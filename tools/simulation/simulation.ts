import type { PersonId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Directory } from './directory.ts'
import { count, type Model } from './model/state.ts'
import type { Random } from './random.ts'
import type { Webhook } from './webhooks.ts'
import type { World } from './world.ts'

/** One simulated town: the real state, the expected state, and the random numbers. */
export type Simulation = {
  readonly world: World
  readonly model: Model
  readonly random: Random
  readonly known: Directory
  /** Webhooks that the provider has sent but we have not received. */
  mail: Webhook[]
  /** Webhooks that were lost; the provider sends them again. */
  readonly lost: Webhook[]
  /** Received webhooks, which are sometimes received again. */
  readonly handled: Webhook[]
  /** Ids of processed events. */
  readonly processed: Set<string>
  /** The last few actions. */
  readonly recentActions: string[]
}

/** The people whose wallets an action may have changed; null if there was nothing to do. */
export type Touched = readonly PersonId[] | 'everybody' | null

export type Action = (play: Simulation) => Promise<Touched>

export const TIME_ZONE = 'America/New_York'

export function someone({ world, random }: Simulation): Shopper {
  const person = random.one(world.people)
  if (!person) throw new Error('nobody lives here')
  return person
}

/** A person, usually one for whom `is` is true, if there is one. */
export function someoneWho(play: Simulation, is: (person: Shopper) => boolean): Shopper {
  const { world, random } = play
  const such = random.oneIn(6) ? undefined : random.one(world.people.filter(is))
  return such ?? someone(play)
}

export function today({ world }: Simulation): CalendarDate {
  return calendarDateIn(TIME_ZONE, world.clock.now())
}

/** Records what an action is about to do. */
export function note(play: Simulation, words: string): void {
  play.recentActions.push(`${play.world.clock.now().toISOString()} ${words}`)
  if (play.recentActions.length > 40) play.recentActions.shift()
}

/** The outcome of a command, as one word. */
export function outcomeCode(
  outcome: { readonly ok: true } | { readonly ok: false; readonly problem: { reason: string } },
): string {
  return outcome.ok ? 'done' : outcome.problem.reason
}

/** Like `same` for the outcome of a command, which is also counted in the tally. */
export function expectOutcome(
  { model }: Simulation,
  move: string,
  outcome: Parameters<typeof outcomeCode>[0],
  expected: string,
): void {
  same(move, outcomeCode(outcome), expected)
  count(model, `${move}: ${expected}`)
}

export function same(what: string, answered: unknown, expected: unknown): void {
  if (answered !== expected) throw new Error(`${what}: answered ${answered}, expected ${expected}`)
}
