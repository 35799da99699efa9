import { confirmedWords } from '#app/components/handover/chosen-handover-words.ts'
import type { HandoverStep } from '#db/enums.ts'
import type { MyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { ownCredits } from '#domain/booking/rentals/records/own-credits.ts'
import type { NoShow } from '#domain/booking/rentals/stage/no-show.ts'
import { isIn, type RentalStage } from '#domain/booking/rentals/stage/rental-stage.ts'
import {
  type CalendarDate,
  datesInWords,
  daysBetween,
  showDate,
} from '#domain/shared/time/calendar-date.ts'
import { withheldInWords } from './deposit-words.ts'

/** The badge of a rental whose renter is said not to have come, for everybody. */
export const noShowWords = {
  recorded: { label: 'No-show', kind: 'danger' },
  contested: { label: 'No-show contested', kind: 'accent' },
  overturned: { label: 'Canceled', kind: 'plain' },
} as const satisfies Record<NoShow, Pick<StatusWords, 'label' | 'kind'>>

export type StatusWords = {
  readonly label: string
  readonly kind: 'plain' | 'accent' | 'success' | 'danger' | 'info'
  /** What the stage means for the renter, in a sentence. */
  readonly sentence: string
}

const CANCELLED = {
  by_shopper: 'You canceled it.',
  by_owner: 'The closet canceled it.',
  delivery_failed: 'It could not be delivered.',
  never_delivered: 'It was never delivered.',
  never_answered: 'The closet did not answer in time.',
  previous_rental_late: 'The rental before yours did not come back in time.',
  swapped: 'You swapped it for another item.',
} satisfies Record<Exclude<NonNullable<MyRental['cancellation']>, 'no_show'>, string>

const NO_SHOW = {
  recorded: 'The closet says that you did not come. The first week stays paid.',
  contested: 'The closet says that you did not come. You contest it.',
  overturned: 'The closet said that you did not come. That did not stand.',
} satisfies Record<NoShow, string>

/** The step at which a note or photos were recorded, in the words for both sides. */
export const handoverWords = {
  delivery: 'At delivery',
  failed_delivery: 'At the failed delivery',
  sent_back: 'When it was sent back',
  return: 'At return',
  review: 'When its condition was checked',
} as const satisfies Record<HandoverStep, string>

type Words = (rental: MyRental, today: CalendarDate) => StatusWords

const cancelled = (rental: MyRental): StatusWords => ({
  label: 'Canceled',
  kind: 'plain',
  ...(rental.noShow && noShowWords[rental.noShow]),
  sentence: cancelledSentence(rental),
})

function cancelledSentence(rental: MyRental): string {
  const { cancellation, creditsReturned, creditsOnHold, lateGoodwill } = rental
  // A rental of one week returns nothing at first, which the sentence says already.
  if (rental.noShow)
    return `${NO_SHOW[rental.noShow]}${creditsReturned > 0 ? returnedSentence(rental) : ''}`
  if (!cancellation || cancellation === 'no_show') return ''
  const isWhole = creditsOnHold === 0 && creditsReturned >= ownCredits(rental) + lateGoodwill
  if (cancellation === 'previous_rental_late' && lateGoodwill > 0 && isWhole)
    return `The rental before yours did not come back in time; your credits are back, with ${lateGoodwill} more.`
  return `${CANCELLED[cancellation]}${cancellation === 'swapped' ? '' : returnedSentence(rental)}`
}

const withRenter = (rental: MyRental, today: CalendarDate): StatusWords => ({
  label: 'With you',
  kind: 'success',
  sentence: dueSentence(rental, daysBetween(today, rental.end)),
})

function dueSentence(rental: MyRental, left: number): string {
  if (left < 0) return wasDue(rental)
  return left === 0 ? 'Due back today.' : `Due back in ${left} ${left === 1 ? 'day' : 'days'}.`
}

const wasDue = ({ end }: MyRental) => `It was due back on ${showDate(end)}. Please return it today.`

const pastDue = (rental: MyRental): StatusWords => ({
  label: 'Late',
  kind: 'danger',
  sentence: wasDue(rental),
})

function confirmedSentence({ chosenHandover, start }: MyRental, today: CalendarDate): string {
  const chosen = chosenHandover ?? 'delivery'
  return start < today && chosen !== 'pickup'
    ? `It should have been with you by ${showDate(start)}.`
    : `${confirmedWords[chosen]} ${showDate(start)}.`
}

function proposedSentence({ proposed }: MyRental): string {
  if (!proposed) return ''
  const { start, end, answerBy } = proposed
  return ` You asked for other dates, ${datesInWords(start, end)}; the closet answers by ${answerBy}.`
}

const WORDS: Readonly<Record<RentalStage, Words>> = {
  requested: ({ answerBy }) => ({
    label: 'Requested',
    kind: 'accent',
    sentence: `The closet answers by ${answerBy}. You will get an email.`,
  }),
  confirmed: (rental, today) => ({
    label: 'Confirmed',
    kind: 'info',
    sentence: `${confirmedSentence(rental, today)}${proposedSentence(rental)}`,
  }),
  undelivered: (rental) => ({
    label: 'Was it delivered?',
    kind: 'danger',
    sentence: rental.isDenied
      ? 'You told us that it never arrived. Unless the closet tells us otherwise, we will cancel the rental and return your credits.'
      : 'The rental dates have passed, but the closet did not mark it as delivered. If nobody answers, we will cancel the rental and return your credits.',
  }),
  out: withRenter,
  overdue: pastDue,
  late: pastDue,
  'sent-back': (rental) => ({
    label: 'Sent back',
    kind: 'info',
    sentence: `You sent it back${rental.sentBack ? ` on ${rental.sentBack.on}` : ''}. The closet will confirm when it arrives.`,
  }),
  returned: () => ({
    label: 'Returned',
    kind: 'info',
    sentence: 'The closet is checking its condition.',
  }),
  completed: (rental) => ({
    label: 'Completed',
    kind: 'success',
    sentence:
      rental.conditionStatus === 'deposit_kept'
        ? withheldInWords('your', rental)
        : 'Returned in good condition. None of your deposit was kept.',
  }),
  lost: (rental) => ({
    label: 'Never came back',
    kind: 'danger',
    sentence:
      rental.conditionStatus === 'deposit_kept'
        ? `The closet says that it never came back. ${withheldInWords('your', rental)}`
        : 'The closet says that it never came back.',
  }),
  cancelled,
  failed: cancelled,
}

/** The stage of a rental, in words for the renter. */
export function statusWords(rental: MyRental, today: CalendarDate): StatusWords {
  return WORDS[rental.stage](rental, today)
}

/** The credits refunded for a cancelled rental. */
function returnedSentence(rental: MyRental): string {
  const { creditsReturned, creditsOnHold } = rental
  const own = ownCredits(rental)
  if (own === 0) return ''
  if (creditsOnHold > 0)
    return ` You got ${creditsReturned} of ${own} credits back, ${creditsOnHold} of them on hold while a payment is disputed.`
  if (creditsReturned >= own) return ' You got your credits back.'
  return creditsReturned === 0
    ? ' You got no credits back.'
    : ` You got ${creditsReturned} of ${own} credits back.`
}

/** 'Paid', or what happened to the payment of a cancelled rental. */
export function priceName(rental: MyRental): string {
  return rental.status === 'cancelled' && rental.creditsReturned > 0 ? 'Refunded' : 'Paid'
}

/** Credits that the renter paid, or that were refunded. */
export function priceCredits(rental: MyRental): number {
  return rental.status === 'cancelled' && rental.creditsReturned > 0
    ? rental.creditsReturned
    : ownCredits(rental)
}

/** Whether the closet still needs the renter's delivery address or phone number; not for a pickup. */
export function lacksDetails(rental: MyRental): boolean {
  return (
    isIn(rental.stage, 'beforeDelivery') &&
    !rental.mayAnswer &&
    rental.chosenHandover !== 'pickup' &&
    !(rental.renterPhone && rental.deliveryAddress)
  )
}
