import type { MyRental } from '#domain/rentals/rental-queries.ts'
import { awaitsDelivery } from '#domain/rentals/rental-status.ts'
import { type CalendarDate, daysBetween, showDate } from '#domain/shared/calendar-date.ts'
import { dollars } from '#domain/shared/cents.ts'

export type StatusWords = {
  readonly label: string
  readonly kind: 'plain' | 'accent' | 'success' | 'danger' | 'info'
  /** What it means for the renter, in a sentence. */
  readonly sentence: string
}

const CANCELLED = {
  by_shopper: 'You cancelled it; your credits are back.',
  by_owner: 'The closet cancelled it; your credits are back.',
  delivery_failed: 'The delivery failed; your credits are back.',
  never_delivered: 'It was never delivered; your credits are back.',
} satisfies Record<NonNullable<MyRental['cancellation']>, string>

/** Where a rental stands, in the renter's words. */
export function statusWords(rental: MyRental, today: CalendarDate): StatusWords {
  if (awaitsDelivery(rental.status) && rental.end < today)
    return {
      label: 'Never delivered',
      kind: 'danger',
      sentence: 'Its days have passed. It is cancelled by itself, and your credits come back.',
    }
  switch (rental.status) {
    case 'pending':
      return {
        label: 'Requested',
        kind: 'accent',
        sentence: 'The closet has been told and will confirm it.',
      }
    case 'confirmed':
      return {
        label: 'Confirmed',
        kind: 'info',
        sentence: `The closet brings it to you by ${showDate(rental.start)}.`,
      }
    case 'delivered':
      return deliveredWords(rental, today)
    case 'completed':
      return {
        label: 'Completed',
        kind: 'success',
        sentence:
          rental.conditionStatus === 'deposit_kept'
            ? `${dollars(rental.depositKept)} of your deposit was kept.`
            : 'Returned in good condition. Nothing of your deposit was kept.',
      }
    case 'cancelled':
      return {
        label: 'Cancelled',
        kind: 'plain',
        sentence: rental.cancellation ? CANCELLED[rental.cancellation] : '',
      }
  }
}

/** Whether the closet still has to learn where to bring it, or how to reach the renter. */
export function lacksDetails(rental: MyRental): boolean {
  return awaitsDelivery(rental.status) && !(rental.renterPhone && rental.deliveryAddress)
}

/** What has become of the deposit for this one rental. */
export function depositWords(rental: MyRental): string {
  if (rental.depositKept > 0)
    return `${dollars(rental.depositKept)} of ${dollars(rental.depositHeld)} kept`
  if (rental.status === 'completed' || rental.status === 'cancelled') return 'Nothing kept'
  return `${dollars(rental.depositHeld)} held`
}

function deliveredWords(rental: MyRental, today: CalendarDate): StatusWords {
  if (rental.returnStatus === 'returned')
    return {
      label: 'Returned',
      kind: 'info',
      sentence: 'The closet looks at its condition now.',
    }
  if (rental.daysLate > 0)
    return {
      label: 'Overdue',
      kind: 'danger',
      sentence: `It was due back on ${showDate(rental.end)}. Please return it today.`,
    }
  const left = daysBetween(today, rental.end)
  return {
    label: 'With you',
    kind: 'success',
    sentence:
      left === 0 ? 'Due back today.' : `Due back in ${left} ${left === 1 ? 'day' : 'days'}.`,
  }
}
