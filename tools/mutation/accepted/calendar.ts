import { type Accepted, BATCH } from './reasons.ts'

export const calendar: readonly Accepted[] = [
  {
    path: 'domain/booking/calendar/calendar.ts',
    line: ".where('r.status', '=', 'completed')",
    was: '.limit(BATCH_SIZE)',
    becomes: '',
    reason: BATCH,
  },
  {
    path: 'domain/booking/calendar/free-dates.ts',
    line: 'return shopper',
    was: 'shopper',
    becomes: 'true',
    reason: 'No entry of the waitlist has the shopper null.',
  },
  {
    path: 'domain/booking/calendar/calendar.ts',
    line: 'const BATCH_SIZE = 1_000',
    was: '1_000',
    becomes: '1001',
    reason: BATCH,
  },
]
