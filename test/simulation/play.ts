import type { PersonId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { type CalendarDate, calendarDateIn } from '#domain/shared/calendar-date.ts'
import type { Directory } from './directory.ts'
import type { Model } from './model/state.ts'
import type { Random } from './random.ts'
import type { Webhook } from './webhooks.ts'
import type { World } from './world.ts'

/** One simulated town: what is, what should be, and chance. */
export type Play = {
  readonly world: World
  readonly model: Model
  readonly random: Random
  readonly known: Directory
  /** Written by the provider, not yet heard by us. */
  mail: Webhook[]
  /** Heard before, and heard again now and then. */
  readonly handled: Webhook[]
  /** Events that were worked off. */
  readonly processed: Set<string>
  /** What has been done, the last few. */
  readonly diary: string[]
}

/** Whose wallets an action may have touched; null when there was nothing to do. */
export type Touched = readonly PersonId[] | 'everybody' | null

export type Action = (play: Play) => Promise<Touched>

export const TIME_ZONE = 'America/New_York'

export function someone({ world, random }: Play): Shopper {
  const person = random.one(world.people)
  if (!person) throw new Error('nobody lives here')
  return person
}

/** Mostly somebody of whom this is true, where there is anybody. */
export function someoneWho(play: Play, is: (person: Shopper) => boolean): Shopper {
  const { world, random } = play
  const such = random.oneIn(6) ? undefined : random.one(world.people.filter(is))
  return such ?? someone(play)
}

export function today({ world }: Play): CalendarDate {
  return calendarDateIn(TIME_ZONE, world.clock.now())
}

/** An action says what it is about to do. */
export function note(play: Play, words: string): void {
  play.diary.push(`${play.world.clock.now().toISOString()} ${words}`)
  if (play.diary.length > 40) play.diary.shift()
}

/** What a command answered, as one word. */
export function wordOf(
  outcome: { readonly ok: true } | { readonly ok: false; readonly problem: { reason: string } },
): string {
  return outcome.ok ? 'done' : outcome.problem.reason
}

export function same(what: string, answered: unknown, expected: unknown): void {
  if (answered !== expected) throw new Error(`${what}: answered ${answered}, expected ${expected}`)
}
