import { dayAfter } from './calendar.ts'
import { instantOf } from './local-time.ts'
import type { Model, Rental } from './state.ts'

const HOUR_MS = 3_600_000

/** Until when a closet can answer a request made now. */
export function answerBy({ now }: Model, start: string): number {
  const evening = instantOf(dayAfter(start, -1), 18)
  return Math.max(now + 2 * HOUR_MS, Math.min(now + 24 * HOUR_MS, evening))
}

/** Whether nobody has answered the request in time. */
export function isAnswerOver({ now }: Model, rental: Rental): boolean {
  return rental.state === 'pending' && rental.answerBy <= now
}
