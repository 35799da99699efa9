import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { VISITOR_NUMBERS } from '#domain/search/unmet-searches.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import { peerContext, viewerIn } from './contexts.ts'
import { network } from './limits.ts'

/**
 * A number that one person, or one visitor's address, has on one day, and many share: it tells
 * repeated searches apart and identifies nobody.
 */
export function visitorNumber(
  context: Readonly<RouterContextProvider>,
  today: CalendarDate,
): number {
  const who = viewerIn(context).person?.id ?? network(context.get(peerContext))
  const hash = createHash('sha256').update(`${today} ${who}`).digest()
  return hash.readUInt32BE(0) % VISITOR_NUMBERS
}
