import { type Accepted, BATCH, ORDER } from './reasons.ts'

const NEVER_EARLIER =
  'What is still to come began after a late rental of the item (booked_periods_never_overlap).'

export const lateReturns: readonly Accepted[] = [
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: 'const BATCH_SIZE = 200',
    was: '200',
    becomes: '201',
    reason: BATCH,
  },
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: 'return still.length > 0 && (await clearRisk(tx, held.lateId, at)) > 0',
    was: '>',
    becomes: '>=',
    reason: 'The one that is still at risk is cleared, so that it is never 0.',
  },
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: 'return rental !== null && (await act(tx, held, rental))',
    was: 'rental !== null &&',
    becomes: '',
    reason: 'Rentals are never deleted; the types do not know that.',
  },
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: ".orderBy('late.id')",
    was: '.limit(sql.lit(BATCH_SIZE))',
    becomes: '',
    reason: BATCH,
  },
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: ".orderBy('late.end_date')",
    was: ".orderBy('late.id')",
    becomes: '',
    reason: ORDER,
  },
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: ".where('next.at_risk_since', 'is', null)",
    was: ".orderBy('late.end_date')",
    becomes: '',
    reason: ORDER,
  },
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: ".whereRef('r.item_id', '=', 'late.item_id')",
    was: ".whereRef('r.start_date', '>', 'late.start_date')",
    becomes: '',
    reason: NEVER_EARLIER,
  },
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: ".whereRef('r.start_date', '>', 'late.start_date')",
    was: '>',
    becomes: '>=',
    reason: NEVER_EARLIER,
  },
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: ".orderBy('next.id')",
    was: '.limit(sql.lit(BATCH_SIZE))',
    becomes: '',
    reason: BATCH,
  },
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: ".orderBy('next.at_risk_since')",
    was: ".orderBy('next.id')",
    becomes: '',
    reason: ORDER,
  },
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: ".where('next.at_risk_from', 'is not', null)",
    was: ".orderBy('next.at_risk_since')",
    becomes: '',
    reason: ORDER,
  },
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: ".where('next.status', 'in', [sql.lit('pending' as const), sql.lit('confirmed' as const)])",
    was: ".where('next.at_risk_from', 'is not', null)",
    becomes: '',
    reason: 'The join says the same; it is for the index.',
  },
  {
    path: 'domain/booking/rentals/changes/late-returns.ts',
    line: 'atRisk(db)',
    was: '.where(isDelaying(at))',
    becomes: '',
    reason: 'Those that are no longer held up have been cleared just before.',
  },
]
