import { expect, test } from 'vitest'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { writeCalendar } from './calendar-file.ts'

function day(text: string) {
  const date = parseCalendarDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}

const event = {
  id: 'r1',
  summary: 'Gown; silk, long\nEND:VCALENDAR',
  description: 'é'.repeat(100),
  url: 'https://shop.example/business/rentals/r1',
  start: day('2026-12-31'),
  end: day('2027-01-06'),
}
const written = writeCalendar('Closet', [event], new Date('2026-11-20T15:04:05.678Z'))
const unfolded = written.replaceAll('\r\n ', '').split('\r\n')

test('an event spans whole days, including its last', () => {
  expect(unfolded).toContain('DTSTART;VALUE=DATE:20261231')
  expect(unfolded).toContain('DTEND;VALUE=DATE:20270107')
  expect(unfolded).toContain('DTSTAMP:20261120T150405Z')
})

test('user input cannot end a line or an event early', () => {
  expect(unfolded).toContain('SUMMARY:Gown\\; silk\\, long\\nEND:VCALENDAR')
  expect(unfolded.filter((line) => line === 'END:VCALENDAR')).toHaveLength(1)
})

test('lines have at most 75 bytes and never split a character', () => {
  for (const line of written.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  }
  expect(unfolded).toContain(`DESCRIPTION:${'é'.repeat(100)}`)
})

test('a calendar without rentals has one event, canceled and long past', () => {
  // The format requires an event, and programs keep the events that they have when they find none.
  const empty = writeCalendar('Closet', [], new Date('2026-11-20T15:04:05Z')).split('\r\n')
  expect(empty.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(empty).toContain('STATUS:CANCELLED')
  expect(empty).toContain('DTSTART;VALUE=DATE:20000101')
  expect(written).not.toContain('STATUS:')
})

test('a feed states no method, which would require an organizer', () => {
  expect(written).not.toContain('METHOD')
})
