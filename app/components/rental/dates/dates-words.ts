import { DATE_SENTENCES, datesTakenSentence } from '#app/components/dates/dates-in-words.ts'
import {
  type ExtendRefusal,
  extendRefusal,
  moreCredits,
} from '#app/components/rental/extend-words.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import type { DateChangeProblem } from '#domain/booking/rentals/dates/change-dates.ts'
import type { QuotedDates, QuoteProblem } from '#domain/booking/rentals/dates/quote-dates.ts'
import { datesInWords } from '#domain/shared/time/calendar-date.ts'

/** '28 more credits', '14 credits back', 'no extra cost'. */
export function differenceInWords(credits: number): string {
  if (credits === 0) return 'no extra cost'
  return credits < 0 ? `${creditsInWords(-credits)} back` : moreCredits(credits)
}

/** Asked before the dates of a rental change. */
export function datesQuestion({ start, end, credits }: QuotedDates, isRequest: boolean): string {
  const act = isRequest ? 'Change your request to' : 'Ask for'
  const dates = datesInWords(start, end).replace(/^(on|from) /, '')
  const joined = credits === 0 ? 'at' : credits < 0 ? 'and get' : 'for'
  return `${act} the dates ${dates} ${joined} ${differenceInWords(credits)}?`
}

export type DatesRefused =
  | Exclude<DateChangeProblem, { readonly reason: 'rental-not-found' | 'not-enough-credits' }>
  | QuoteProblem

/** Why the dates of a rental cannot change, in a sentence. */
export function datesRefusal(refused: DatesRefused): ExtendRefusal {
  switch (refused.reason) {
    case 'too-late':
      return { sentence: 'The dates of this rental can no longer change.' }
    case 'sent-before':
      return { sentence: 'You sent these dates before. Please choose them again to ask once more.' }
    case 'dates-same':
      return { sentence: 'Please choose other dates than those of your rental.' }
    case 'dates-missing':
      return { sentence: 'Please select both days.' }
    case 'dates-invalid':
    case 'dates-past':
    case 'dates-too-far':
      return { sentence: DATE_SENTENCES[refused.reason] }
    case 'dates-taken':
      return { sentence: datesTakenSentence(null) }
    default:
      return extendRefusal(refused, null)
  }
}
