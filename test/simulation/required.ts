import { outcomes, REQUIRED_OF_APPEALS, REQUIRED_OF_PAYOUTS } from './required-of-payouts.ts'
import type { Counts } from './tally.ts'

/** What happens in every long run: each move of a booking, of a payout and of an appeal, and its refusals. */
const REQUIRED_OF_REVIEWS = [
  ...outcomes('review', 'done', 'rental-not-found', 'not-completed', 'rating-too-late'),
  ...outcomes('review', 'rating-published', 'stars-missing', 'words-too-long'),
  ...['reviews published together', 'review published alone', 'review not seen by the other side'],
  'review changed before it was published',
  ...outcomes('reply', 'done', 'rating-not-found', 'already-replied', 'reply-too-late'),
  ...outcomes('reply', 'words-missing'),
  ...outcomes('hide review', 'done', 'rating-not-found', 'already-hidden', 'only-stars'),
  ...outcomes('hide review', 'reason-missing'),
  ...outcomes('show review', 'done'),
]

const REQUIRED_OF_MESSAGES = [
  ...outcomes('message', 'done', 'conversation-not-found', 'words-missing', 'words-too-long'),
  ...outcomes('message', 'blocked', 'closed'),
  ...outcomes('message again', 'done'),
  ...['conversation opened', 'conversation of others not seen'],
  ...outcomes('read messages', 'done', 'conversation-not-found'),
  ...outcomes('withdraw message', 'done', 'message-not-found', 'withdraw-too-late'),
  ...outcomes('block person', 'done', 'person-not-found', 'is-admin', 'own-account'),
  ...outcomes('rent', 'not-available'),
  ...outcomes('join', 'not-available'),
]

const REQUIRED = [
  ...outcomes('rent', 'done', 'dates-taken', 'item-paused', 'deposit-missing', 'deposit-barred'),
  ...outcomes('rent', 'not-enough-credits', 'held for others', 'not-yet-trusted'),
  ...outcomes('rent', 'item-not-found'),
  ...outcomes('extend', 'done', 'dates-taken', 'dates-too-long', 'end-invalid', 'too-late'),
  ...outcomes('extend', 'last-day-passed', 'deposit-barred', 'item-paused', 'not-enough-credits'),
  ...outcomes('extend again', 'done', 'dates-taken'),
  ...outcomes('deliver', 'done', 'still-out'),
  ...outcomes('mark late', 'done', 'not-late-yet', 'sent-back'),
  ...outcomes('send back', 'done', 'not-with-renter', 'already-decided', 'rental-not-found'),
  ...outcomes('undo-send-back by the renter', 'done', 'undo-too-late'),
  ...outcomes('undo-send-back', 'done'),
  ...outcomes('cancel', 'done', 'too-late'),
  ...['sent back by the last day', 'sent back after the last day'],
  ...['put at risk', 'put at risk: on its way back', 'wait while at risk'],
  ...['risk over by a return', 'risk over by sending back', 'risk over by the job'],
  ...['cancelled at 18:00', 'cancelled free of charge'],
  ...outcomes('swap', 'done', 'not-at-risk', 'dates-taken'),
  ...outcomes('swap again', 'done'),
  ...['a dearer one', 'a cheaper one', 'an equal one'].map((what) => `swapped for ${what}`),
  ...['six choices', 'cancelled after a swap'],
  ...outcomes('join', 'done', 'free-now', 'already-waiting', 'waitlist-full', 'too-many-entries'),
  ...outcomes('join', 'offers-expired', 'dates-taken', 'dates-past', 'dates-invalid'),
  ...outcomes('join', 'item-paused', 'not-yet-trusted'),
  ...outcomes('join again', 'already-waiting'),
  ...outcomes('leave', 'done', 'entry-not-found'),
  ...['left the line', 'left with an offer', 'offer accepted', 'offer expired'],
  ...['offer for 12 hours', 'offer until noon', 'offer until the day before'],
  ...['skipped: has another offer', 'passed: freed too late'],
  ...['passed: was waiting', 'passed: was offered'],
  ...[
    'a cancellation',
    'a return',
    'a review',
    'a correction',
    'a swap',
    'unblocking',
    'resuming',
    'an offer left',
    'an offer expired',
    'an offer passed',
    'an offer accepted',
    'a turn that was due',
  ].map((what) => `offer after ${what}`),
  ...outcomes('block', 'done', 'dates-rented', 'dates-offered', 'dates-past', 'dates-invalid'),
  ...outcomes('unblock', 'done'),
  ...outcomes('pause', 'done'),
  ...outcomes('resume', 'done'),
  ...outcomes('resume many', 'done'),
  ...['advance booking on with live rentals', 'advance booking off with live rentals'],
  ...['new turnaround with live rentals', 'lending of an item of another closet'],
  ...outcomes('report condition', 'done', 'already-reported', 'report-closed', 'report-empty'),
  ...outcomes('report condition', 'rental-not-found'),
  ...outcomes('report condition again', 'already-reported'),
  ...['delivery', 'return'].flatMap((step) =>
    ['renter', 'closet'].map((side) => `${step} reported by the ${side}`),
  ),
  ...REQUIRED_OF_PAYOUTS,
  ...REQUIRED_OF_REVIEWS,
  ...REQUIRED_OF_MESSAGES,
  ...REQUIRED_OF_APPEALS,
]

export function missingFrom(counts: Counts): string[] {
  return REQUIRED.filter((what) => !counts.get(what))
}
