import type { BadgeKind } from '#app/ui/badge.tsx'
import type { BoardRental } from '#domain/booking/boards/boards.ts'
import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'

type Words = { readonly label: string; readonly kind: BadgeKind }

const WORDS = {
  requested: { label: 'Requested', kind: 'accent' },
  confirmed: { label: 'Confirmed', kind: 'success' },
  undelivered: { label: 'Confirmed', kind: 'success' },
  out: { label: 'Handed over', kind: 'success' },
  overdue: { label: 'Handed over', kind: 'accent' },
  late: { label: 'Late', kind: 'danger' },
  'sent-back': { label: 'Sent back', kind: 'plain' },
  returned: { label: 'Back', kind: 'plain' },
  completed: { label: 'Back', kind: 'plain' },
  lost: { label: 'Not returned', kind: 'danger' },
  cancelled: { label: 'Canceled', kind: 'danger' },
  failed: { label: 'Did not arrive', kind: 'danger' },
} as const satisfies Record<BoardRental['stage'], Words>

/** The state of a rental for everybody on a board. */
export function boardStageWords({ stage }: Pick<BoardRental, 'stage'>): Words {
  return WORDS[stage]
}

/** 'Back on June 15'; nothing once it is back or canceled. */
export function backWhen({ stage, end }: { stage: BoardRental['stage']; end: CalendarDate }) {
  const isDone = ['returned', 'completed', 'lost', 'cancelled', 'failed'].includes(stage)
  return isDone ? null : `due back on ${showDate(end)}`
}

/** 'Ana, Ben and you'. */
export function namesInWords(names: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(names)
}

/** '2 requests sent.' */
export function sentInWords(requests: number): string {
  return requests === 1 ? '1 request sent.' : `${requests || 'No'} requests sent.`
}
