import type { BlockProblem } from '#domain/catalogue/items/listing/blocked-dates.ts'
import type { RangeProblem } from '#domain/catalogue/items/listing/date-range.ts'
import { FARTHEST_DAY } from '#domain/shared/time/rental-days.ts'

export const rangeSentences = {
  'dates-invalid': 'Please select valid dates.',
  'dates-past': 'Past dates cannot be blocked.',
  'dates-too-far': `Dates can be blocked up to ${FARTHEST_DAY} days ahead.`,
} as const satisfies Record<RangeProblem, string>

export const blockSentences = {
  ...rangeSentences,
  'dates-rented': 'The item is rented on some of these dates.',
  'dates-offered': 'Somebody on the waitlist has an offer for these dates.',
} as const satisfies Record<Exclude<BlockProblem['reason'], 'item-not-found'>, string>
