import { createHash } from 'node:crypto'
import { VISITOR_NUMBERS } from '#domain/catalogue/search/unmet-searches.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type Context, peerContext, viewerIn } from './contexts.ts'
import { network } from './limits.ts'

/**
 * A daily number of a person or a visitor's address. Many share the same one, so it shows repeated
 * searches without identifying anybody.
 */
export function visitorNumber(context: Context, today: CalendarDate): number {
  const who = viewerIn(context).person?.id ?? network(context.get(peerContext))
  const hash = createHash('sha256').update(`${today} ${who}`).digest()
  return hash.readUInt32BE(0) % VISITOR_NUMBERS
}
