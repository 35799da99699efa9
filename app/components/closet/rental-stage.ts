import type { BadgeKind } from '#app/ui/badge.tsx'
import type { PanelFilter } from '#domain/rentals/panel-filters.ts'
import type { PanelRental, PanelStep } from '#domain/rentals/rental-panel.ts'
import { type CalendarDate, daysBetween, showDate } from '#domain/shared/calendar-date.ts'
import { dollars } from '#domain/shared/cents.ts'

export type Stage = {
  readonly label: string
  readonly kind: BadgeKind
  /** Where it stands and what comes next, for whoever runs the rental. */
  readonly sentence: string
}

const CANCELLED = {
  by_shopper: 'Cancelled by the renter.',
  by_owner: 'Cancelled by the closet.',
  delivery_failed: 'Delivery failed. The renter’s credits were refunded.',
  never_delivered: 'Never marked as delivered. The renter’s credits were refunded.',
  never_answered: 'The request was not answered in time. The renter’s credits were refunded.',
} satisfies Record<NonNullable<PanelRental['cancellation']>, string>

export function stageOf(rental: PanelRental, today: CalendarDate): Stage {
  switch (rental.status) {
    case 'pending':
      return {
        label: 'New request',
        kind: 'accent',
        sentence: `Please answer by ${showDate(rental.start)}. After that the request is cancelled.`,
      }
    case 'confirmed':
      return deliveryStage(rental, today)
    case 'delivered':
      return rental.returnStatus === 'returned'
        ? { label: 'To review', kind: 'accent', sentence: 'Returned. Check its condition.' }
        : outStage(rental, today)
    case 'completed':
      return rental.conditionStatus === 'deposit_kept'
        ? {
            label: 'Completed',
            kind: 'plain',
            sentence: `${dollars(rental.depositKept)} of the deposit was kept.`,
          }
        : { label: 'Completed', kind: 'plain', sentence: 'Returned in good condition.' }
    case 'cancelled':
      return {
        label: 'Cancelled',
        kind: 'plain',
        sentence: rental.cancellation ? CANCELLED[rental.cancellation] : '',
      }
  }
}

function deliveryStage(rental: PanelRental, today: CalendarDate): Stage {
  if (rental.end < today)
    return {
      label: 'Was it delivered?',
      kind: 'danger',
      sentence: `The rental ended on ${showDate(rental.end)} and was never marked as delivered. Without an answer within three days, we will cancel it and return the credits.`,
    }
  const isOverdue = rental.start < today
  return {
    label: 'To deliver',
    kind: isOverdue ? 'danger' : 'info',
    sentence: `Deliver by ${showDate(rental.start)}${isOverdue ? ' — overdue' : ''}.`,
  }
}

function outStage(rental: PanelRental, today: CalendarDate): Stage {
  const left = daysBetween(today, rental.end)
  if (left < 0)
    return {
      label: 'Late',
      kind: 'danger',
      sentence: `It was due back on ${showDate(rental.end)}.`,
    }
  return {
    label: left <= 3 ? 'Due' : 'Out',
    kind: 'success',
    sentence: left === 0 ? 'Due back today.' : `Due back on ${showDate(rental.end)}.`,
  }
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
  rented: 'Requested',
  accepted: 'Accepted',
  delivered: 'Delivered',
  late: 'Marked as late',
  returned: 'Returned',
  approved: 'Approved',
  'deposit-kept': 'Deposit kept',
  cancelled: 'Cancelled',
} as const satisfies Record<PanelStep['what'], string>
