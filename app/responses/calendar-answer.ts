import { createHash } from 'node:crypto'
import { type CalendarEvent, writeCalendar } from './calendar-file.ts'

/**
 * Answers a calendar program, which asks again every hour: unchanged events cost it no download.
 * No cache in between may store the calendar.
 */
export function answerCalendar(
  request: Request,
  name: string,
  events: readonly CalendarEvent[],
  now: Date,
): Response {
  const text = writeCalendar(name, events, now)
  // The time at which it was written is not a change.
  const hash = createHash('sha256').update(writeCalendar(name, events, new Date(0)))
  const tag = `W/"${hash.digest('base64url')}"`
  const headers = { 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex', ETag: tag }
  const known = request.headers.get('If-None-Match')?.split(',') ?? []
  if (known.some((one) => one.trim() === tag)) return new Response(null, { status: 304, headers })
  return new Response(text, {
    headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' },
  })
}
