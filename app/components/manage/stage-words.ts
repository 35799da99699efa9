import { withheldInWords } from '#app/components/rental/deposit-words.ts'
import { noShowWords } from '#app/components/rental/rental-words.ts'
import type { BadgeKind } from '#app/ui/badge.tsx'
import type { PanelFilter } from '#domain/booking/rentals/lists/panel-filters.ts'
import type { PanelRental, PanelStep } from '#domain/booking/rentals/lists/rental-panel.ts'
import { ANSWER_WITHIN_DAYS, DUE_WITHIN_DAYS } from '#domain/booking/rentals/stage/deadline-days.ts'
import type { RentalStage } from '#domain/booking/rentals/stage/rental-stage.ts'
import { inWords } from '#domain/shared/figures.ts'
import { isolated } from '#domain/shared/isolate.ts'
import {
  type CalendarDate,
  datesInWords,
  daysBetween,
  showDate,
} from '#domain/shared/time/calendar-date.ts'
import { showDeadline } from '#domain/shared/time/show-instant.ts'

export type Stage = {
  readonly label: string
  readonly kind: BadgeKind
  readonly sentence: string
}

const CANCELLED = {
  by_shopper: 'Canceled by the renter.',
  by_owner: 'Canceled by the closet.',
  delivery_failed: 'Delivery failed. The renter’s credits were returned.',
  never_delivered: 'Never marked as delivered. The renter’s credits were returned.',
  never_answered: 'The request was not answered in time. The renter’s credits were returned.',
  previous_rental_late:
    'The rental before it did not come back in time. The renter’s credits were returned by Hemline.',
  swapped: 'The renter took another item in its place.',
} satisfies Record<Exclude<NonNullable<PanelRental['cancellation']>, 'no_show'>, string>

const NO_SHOW = {
  recorded: 'The renter did not come. The first week stays paid.',
  contested: 'The renter contests not having come. Nothing is earned until it is decided.',
  overturned: 'The renter contested not having come, and got the first week back.',
} satisfies Record<NonNullable<PanelRental['noShow']>, string>

type Words = (rental: PanelRental, today: CalendarDate, timeZone: string) => Stage

const wasDue = ({ end }: PanelRental) => `It was due back on ${showDate(end)}.`

const overdue = (rental: PanelRental): Stage => ({
  label: 'Late',
  kind: 'danger',
  sentence: wasDue(rental),
})

const answerTimeOf = ({ answerBy }: PanelRental, timeZone: string) =>
  answerBy ? showDeadline(answerBy, timeZone) : ''

const cancelled = (rental: PanelRental): Stage => ({
  label: 'Canceled',
  kind: 'plain',
  ...(rental.noShow && noShowWords[rental.noShow]),
  sentence: cancelledSentence(rental),
})

function cancelledSentence({ cancellation, noShow }: PanelRental): string {
  if (noShow) return NO_SHOW[noShow]
  return cancellation && cancellation !== 'no_show' ? CANCELLED[cancellation] : ''
}

const tracking = ({ sentBackTracking }: PanelRental) =>
  sentBackTracking ? ` Tracking number: ${sentBackTracking}.` : ''

const WORDS: Readonly<Record<RentalStage, Words>> = {
  requested: (rental, _, timeZone) => ({
    label: 'New request',
    kind: 'accent',
    sentence: `Please answer by ${answerTimeOf(rental, timeZone)}. After that, we will cancel the request.`,
  }),
  confirmed: (rental, today, timeZone) => {
    const isOverdue = rental.start < today
    const { proposed } = rental
    if (proposed)
      return {
        label: 'Other dates?',
        kind: 'accent',
        sentence: `Please answer by ${showDeadline(proposed.answerBy, timeZone)} whether it can be ${datesInWords(proposed.start, proposed.end)} instead.`,
      }
    return {
      label: 'To deliver',
      kind: isOverdue ? 'danger' : 'info',
      sentence: `Deliver by ${showDate(rental.start)}, its first day${isOverdue ? ' — overdue' : ''}.`,
    }
  },
  undelivered: (rental) => ({
    label: 'Was it delivered?',
    kind: 'danger',
    sentence: `The rental ended on ${showDate(rental.end)} and was never marked as delivered. Without an answer within ${inWords(ANSWER_WITHIN_DAYS, 'day')}, we will cancel it and return the credits.`,
  }),
  out: (rental, today) => {
    const left = daysBetween(today, rental.end)
    return {
      label: left <= DUE_WITHIN_DAYS ? 'Due' : 'Out',
      kind: 'success',
      sentence:
        left < 0
          ? wasDue(rental)
          : left === 0
            ? 'Due back today.'
            : `Due back on ${showDate(rental.end)}.`,
    }
  },
  overdue,
  late: overdue,
  'sent-back': (rental) => ({
    label: 'Sent back',
    kind: 'info',
    sentence: isolated(
      `${rental.renter.fullName} sent it back.${tracking(rental)} Mark it as returned once you have it.`,
    ),
  }),
  returned: () => ({
    label: 'To review',
    kind: 'accent',
    sentence: 'Returned. Check its condition.',
  }),
  completed: (rental) => ({
    label: 'Completed',
    kind: 'plain',
    sentence:
      rental.conditionStatus === 'deposit_kept'
        ? withheldInWords('the', rental)
        : 'Returned in good condition.',
  }),
  lost: (rental) => ({
    label: 'Never came back',
    kind: 'danger',
    sentence:
      rental.conditionStatus === 'deposit_kept'
        ? `It never came back. ${withheldInWords('the', rental)}`
        : 'It never came back. Nothing was left of the deposit to keep.',
  }),
  cancelled,
  failed: cancelled,
}

type Sentence = (...wanted: Parameters<Words>) => string

/** For an admin who is the renter, in place of sentences that ask for a step. */
const FOR_OTHERS: Readonly<Partial<Record<RentalStage, Sentence>>> = {
  requested: (rental, _, timeZone) =>
    `The closet or another admin can answer until ${answerTimeOf(rental, timeZone)}. After that, we will cancel the request.`,
  confirmed: ({ start }, today) =>
    `Its delivery ${start < today ? 'was' : 'is'} due on ${showDate(start)}.`,
  'sent-back': (rental) => `You sent it back.${tracking(rental)}`,
  returned: () => 'Returned. Its condition has not been checked yet.',
}

export function stageWords(...wanted: Parameters<Words>): Stage {
  const [rental] = wanted
  const words = WORDS[rental.stage](...wanted)
  const sentence = rental.isForOthers ? FOR_OTHERS[rental.stage]?.(...wanted) : undefined
  return sentence ? { ...words, sentence } : words
}

export const filterWords = {
  action: 'Needs action',
  upcoming: 'Upcoming',
  out: 'Out',
  due: 'Due',
  late: 'Late',
  done: 'Past',
  all: 'All',
} as const satisfies Record<PanelFilter, string>

export const stepWords = {
  request: 'Requested',
  accept: 'Accepted',
  deliver: 'Delivered',
  'mark-late': 'Marked as late',
  'mark-lost': 'Never came back',
  'send-back': 'Sent back',
  'record-return': 'Returned',
  'approve-condition': 'Approved',
  'keep-deposit': 'Deposit kept',
  cancel: 'Canceled',
} as const satisfies Record<PanelStep['what'], string>
