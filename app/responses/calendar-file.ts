import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'

export type CalendarEvent = {
  /** Never changes for the same event. */
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly url: string
  /** First and last day. */
  readonly start: CalendarDate
  readonly end: CalendarDate
}

/**
 * A calendar in the format of RFC 5545: whole days, lines of at most 75 bytes, everything escaped.
 * It has at least one event, as the format requires: programs that find none keep their old ones.
 */
export function writeCalendar(name: string, events: readonly CalendarEvent[], now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hemline//Closet rentals//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...(events.length === 0 ? eventWithoutContent(stamp) : []),
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.id}@hemline`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${compact(event.start)}`,
      // The format requires the day after the last one.
      `DTEND;VALUE=DATE:${compact(addDays(event.end, 1))}`,
      `SUMMARY:${escaped(event.summary)}`,
      `DESCRIPTION:${escaped(event.description)}`,
      `URL:${event.url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Long past and canceled, so that no program shows it. */
function eventWithoutContent(stamp: string): readonly string[] {
  return [
    'BEGIN:VEVENT',
    'UID:no-events@hemline',
    `DTSTAMP:${stamp}`,
    'DTSTART;VALUE=DATE:20000101',
    'DTEND;VALUE=DATE:20000102',
    'SUMMARY:No rentals',
    'STATUS:CANCELLED',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

function compact(date: CalendarDate): string {
  return date.replaceAll('-', '')
}

function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

const MAX_BYTES = 75

/** Folds a long line between characters; continuation lines start with a blank. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (bytes + size > MAX_BYTES) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n')
}
