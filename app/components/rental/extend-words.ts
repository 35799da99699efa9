import { href } from 'react-router'
import { datesTakenSentence } from '#app/components/dates/dates-in-words.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import type { Extended, ExtendProblem } from '#domain/booking/rentals/changes/extend-rental.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import { barredInWords } from './deposit-words.ts'

/** Asked before a rental is extended. */
export function extendQuestion({ end, credits }: Extended): string {
  return credits === 0
    ? `Keep it until ${showDate(end)} at no extra cost?`
    : `Keep it until ${showDate(end)} for ${moreCredits(credits)}?`
}

/** '28 more credits'. */
export function moreCredits(credits: number): string {
  return credits === 1 ? '1 more credit' : creditsInWords(credits).replace(' ', ' more ')
}

export type ExtendRefusal = {
  readonly sentence: string
  /** A page that shows or solves the cause. */
  readonly link?: { readonly to: string; readonly text: string }
}

export type ExtendRefused = Exclude<
  ExtendProblem,
  { readonly reason: 'rental-not-found' | 'not-enough-credits' }
>

/**
 * Why a rental cannot be extended, in a sentence.
 * @param heldUntil until when its days are held for somebody else, as text
 */
export function extendRefusal(problem: ExtendRefused, heldUntil: string | null): ExtendRefusal {
  switch (problem.reason) {
    case 'too-late':
      return { sentence: 'This rental can no longer be extended.' }
    case 'last-day-passed':
      return { sentence: 'Its last day has passed, so it cannot be extended.' }
    case 'return-requested':
      return { sentence: 'You have requested a return, so it cannot be extended.' }
    case 'dates-proposed':
      return { sentence: 'You have asked the closet for other dates. Please withdraw that first.' }
    case 'end-invalid':
      return { sentence: `Please choose a day after ${showDate(problem.lastDay)}.` }
    case 'dates-too-long':
      return { sentence: `A rental can be ${problem.maxDays} days at most.` }
    case 'dates-taken':
      return { sentence: datesTakenSentence(heldUntil) }
    case 'item-paused':
      return { sentence: 'Not available at the moment.' }
    case 'deposit-missing':
      return { sentence: 'A deposit is required for more days.', link: TO_DEPOSIT }
    case 'deposit-barred':
      return { sentence: barredInWords(problem), link: TO_DEPOSIT }
    case 'wallet-frozen':
      return {
        sentence: 'Your credits are on hold while a payment is disputed.',
        link: { to: `${href('/credits')}#on-hold`, text: 'See your credits' },
      }
  }
}

const TO_DEPOSIT = { to: href('/credits'), text: 'See your deposit' }
