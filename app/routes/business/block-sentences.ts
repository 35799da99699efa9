import type { RangeProblem } from '#domain/items/date-range.ts'
import { FARTHEST_DAY } from '#domain/shared/rental-days.ts'

/** Why days cannot be blocked. */
export const rangeSentences = {
  'dates-invalid': 'Please select valid dates.',
  'dates-past': 'Past dates cannot be blocked.',
  'dates-too-far': `Dates can be blocked up to ${FARTHEST_DAY} days ahead.`,
} as const satisfies Record<RangeProblem, string>
