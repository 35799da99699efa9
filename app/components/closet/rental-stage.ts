import type { BadgeKind } from '#app/ui/badge.tsx'
import type { PanelFilter } from '#domain/rentals/panel-filters.ts'
import type { PanelRental, PanelStep } from '#domain/rentals/rental-panel.ts'
import type { MoveName } from '#domain/rentals/rental-status.ts'
import { type CalendarDate, daysBetween, showDate } from '#domain/shared/calendar-date.ts'
import { dollars } from '#domain/shared/cents.ts'

export type Stage = {
  readonly label: string
  readonly kind: BadgeKind
  /** Where it stands and what comes next, for whoever runs the rental. */
  readonly sentence: string
}

const CANCELLED = {
  by_shopper: 'The renter cancelled it.',
  by_owner: 'Cancelled by the closet.',
  delivery_failed: 'The delivery failed; everything went back to the renter.',
  never_delivered: 'It was never delivered; everything went back to the renter.',
} satisfies Record<NonNullable<PanelRental['cancellation']>, string>

export function stageOf(rental: PanelRental, today: CalendarDate): Stage {
  switch (rental.status) {
    case 'pending':
      return {
        label: 'New request',
        kind: 'accent',
        sentence: 'Accept it and arrange the delivery.',
      }
    case 'confirmed':
      return {
        label: 'To deliver',
        kind: 'info',
        sentence: `To be handed over by ${showDate(rental.start)}.`,
      }
    case 'delivered':
      return rental.returnStatus === 'returned'
        ? { label: 'To review', kind: 'accent', sentence: 'It is back. Look over its condition.' }
        : outStage(rental, today)
    case 'completed':
      return rental.conditionStatus === 'deposit_kept'
        ? {
            label: 'Done',
            kind: 'plain',
            sentence: `${dollars(rental.depositKept)} of the deposit was kept.`,
          }
        : { label: 'Done', kind: 'plain', sentence: 'It came back as it should.' }
    case 'cancelled':
      return {
        label: 'Cancelled',
        kind: 'plain',
        sentence: rental.cancellation ? CANCELLED[rental.cancellation] : '',
      }
  }
}

function outStage(rental: PanelRental, today: CalendarDate): Stage {
  const left = daysBetween(today, rental.end)
  if (left < 0 || rental.returnStatus === 'late')
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

/** What stands on the button that leads to the next step. */
export function nextStep(moves: readonly MoveName[]): string | null {
  if (moves.includes('accept')) return 'Accept or cancel'
  if (moves.includes('deliver')) return 'Record delivery'
  if (moves.includes('return')) return 'Record return'
  if (moves.includes('approve condition')) return 'Review condition'
  return null
}

export const filterWords = {
  action: 'Needs action',
  out: 'Out',
  due: 'Due',
  late: 'Late',
  done: 'Done',
  all: 'All',
} as const satisfies Record<PanelFilter, string>

export const stepWords = {
  rented: 'Rented',
  accepted: 'Accepted',
  delivered: 'Delivered',
  late: 'Marked late',
  returned: 'Returned',
  approved: 'Condition approved',
  'deposit-kept': 'Deposit kept',
  cancelled: 'Cancelled',
} as const satisfies Record<PanelStep['what'], string>
