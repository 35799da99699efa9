import type { Cancellation, DeliveryStatus, RentalStatus, ReturnStatus } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { appealEnd } from '#domain/money/deposits/appeal-time.ts'
import { namesOf } from '#domain/shared/records.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { undoEnd } from '#domain/shared/undo-time.ts'
import { type DayRule, isOnDay, mayArrive } from './stage-days.ts'

// A rental's life as one table: its stages, and the moves between them with who can make them. The
// guards of the commands, the buttons on the screens, the queries and the tests read it.

export type StageRule = {
  readonly status: RentalStatus
  readonly delivery?: DeliveryStatus
  readonly returned?: readonly ReturnStatus[]
  readonly cancellation?: readonly Cancellation[]
  /** Whether the renter has sent it back. */
  readonly sentBack?: boolean
  readonly day?: DayRule
}

/** The stages of a rental; on any given day it is at exactly one. */
export const stageRules = {
  requested: { status: 'pending' },
  confirmed: { status: 'confirmed', day: ['before', 'dayAfterEnd'] },
  /** Its last day has passed and nobody marked it as delivered: both sides are asked. */
  undelivered: { status: 'confirmed', day: ['from', 'dayAfterEnd'] },
  out: { status: 'delivered', returned: ['pending'], sentBack: false, day: ['before', 'lateDay'] },
  overdue: {
    status: 'delivered',
    returned: ['pending'],
    sentBack: false,
    day: ['from', 'lateDay'],
  },
  /** Overdue, and marked as late by its owner or an admin. */
  late: { status: 'delivered', returned: ['late'], sentBack: false },
  /** Posted or handed over by the renter, and not yet recorded as returned. */
  'sent-back': { status: 'delivered', returned: ['pending', 'late'], sentBack: true },
  /** Back with the closet, which reviews its condition. */
  returned: { status: 'delivered', returned: ['returned'] },
  completed: { status: 'completed', returned: ['returned'] },
  /** It never came back, and its closet has given it up. */
  lost: { status: 'completed', returned: ['late'] },
  cancelled: {
    status: 'cancelled',
    cancellation: ['by_shopper', 'by_owner', 'never_answered', 'previous_rental_late', 'swapped'],
  },
  /** Accepted, but never delivered. */
  failed: {
    status: 'cancelled',
    cancellation: ['delivery_failed', 'never_delivered', 'no_show'],
  },
} as const satisfies Record<string, StageRule>

export type RentalStage = keyof typeof stageRules

export const rentalStages = namesOf(stageRules)

/** Groups of stages. */
export const stageGroups = {
  /** Not delivered yet: the delivery details can still be changed. */
  beforeDelivery: ['requested', 'confirmed', 'undelivered'],
  /** With the renter. */
  withRenter: ['out', 'overdue', 'late'],
  pastDue: ['overdue', 'late'],
  /** Delivered, and not yet recorded as returned. */
  notReturned: ['out', 'overdue', 'late', 'sent-back'],
  /** Delivered, and not yet reviewed: a return can be requested. */
  delivered: ['out', 'overdue', 'late', 'sent-back', 'returned'],
  /** The rental still holds its item. */
  live: [
    'requested',
    'confirmed',
    'undelivered',
    'out',
    'overdue',
    'late',
    'sent-back',
    'returned',
  ],
  /** The latest step can be undone, and a lost item can turn up. Otherwise no move is left. */
  over: ['completed', 'lost', 'cancelled', 'failed'],
} as const satisfies Record<string, readonly RentalStage[]>

export type StageGroup = keyof typeof stageGroups

export function isIn(stage: RentalStage, group: StageGroup): boolean {
  const stages: readonly RentalStage[] = stageGroups[group]
  return stages.includes(stage)
}

/** The columns of a rental that determine its stage. */
export type StagedRental = {
  readonly status: RentalStatus
  readonly return_status: ReturnStatus
  readonly cancellation: Cancellation | null
  readonly start_date: CalendarDate
  readonly end_date: CalendarDate
  readonly sent_back_at: Date | null
}

/** The stage of a rental on this day. */
export function stageOf(rental: StagedRental, today: CalendarDate): RentalStage {
  const stage = rentalStages.find((one) => holds(stageRules[one], rental, today))
  if (!stage) throw new Error(`no stage for a rental that is ${JSON.stringify(rental)}`)
  return stage
}

function holds(rule: StageRule, rental: StagedRental, today: CalendarDate): boolean {
  const { status, returned, cancellation, sentBack, day } = rule
  if (rental.status !== status) return false
  if (returned && !returned.includes(rental.return_status)) return false
  if (sentBack !== undefined && sentBack !== (rental.sent_back_at !== null)) return false
  if (cancellation && !(rental.cancellation && cancellation.includes(rental.cancellation)))
    return false
  return !day || isOnDay(day, rental, today)
}

/** Who makes a move. Admins can make every move of the owner; `system` is a job. */
export type Mover = 'renter' | 'owner' | 'admin' | 'system'

type Move = {
  readonly from: readonly RentalStage[]
  readonly by: readonly Mover[]
  /**
   * The stage after the move; depending on the day, it can be the stage that follows this one. Null
   * when the move does not change the stage.
   */
  readonly to: RentalStage | null
  /** Set where the stage alone does not decide. */
  readonly day?: DayRule
  /** Not while an item that was sent back may still arrive. */
  readonly awaitsArrival?: boolean
}

const { beforeDelivery, withRenter, notReturned } = stageGroups
const closet = ['owner', 'admin'] as const

/** The moves (spec 5.3, and our own rules for the rest). */
export const moves = {
  accept: { from: ['requested'], by: closet, to: 'confirmed' },
  cancel: { from: beforeDelivery, by: ['renter', 'owner', 'admin', 'system'], to: 'cancelled' },
  deliver: { from: beforeDelivery, by: closet, to: 'out' },
  'fail-delivery': { from: beforeDelivery, by: closet, to: 'failed' },
  /** The renter did not come: an accepted rental, from its first day. */
  'mark-no-show': {
    from: ['confirmed', 'undelivered'],
    by: closet,
    to: 'failed',
    day: ['from', 'firstDay'],
  },
  'confirm-delivery': { from: ['undelivered'], by: ['renter'], to: 'out' },
  'deny-delivery': { from: ['undelivered'], by: ['renter'], to: 'undelivered' },
  /** Never after the last day, which would hide that the rental is late or about to be. */
  extend: {
    from: ['requested', 'confirmed', 'out'],
    by: ['renter'],
    to: null,
    day: ['before', 'dayAfterEnd'],
  },
  /** Before the delivery; a closet that has accepted the rental answers first. */
  'change-dates': {
    from: ['requested', 'confirmed'],
    by: ['renter'],
    to: null,
    day: ['before', 'dayAfterEnd'],
  },
  'mark-late': { from: ['overdue'], by: closet, to: 'late' },
  'mark-lost': {
    from: ['overdue', 'late', 'sent-back'],
    by: closet,
    to: 'lost',
    day: ['from', 'lostDay'],
    awaitsArrival: true,
  },
  /** Only for a renter who was let down. */
  swap: {
    from: ['requested', 'confirmed'],
    by: ['renter'],
    to: 'cancelled',
    day: ['before', 'dayAfterEnd'],
  },
  'send-back': { from: withRenter, by: ['renter'], to: 'sent-back' },
  /** A lost item that turns up is reviewed only while what was kept can still be corrected. */
  'record-return': { from: [...notReturned, 'lost'], by: closet, to: 'returned' },
  'approve-condition': { from: ['returned'], by: ['owner', 'admin', 'system'], to: 'completed' },
  'keep-deposit': { from: ['returned'], by: closet, to: 'completed' },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof moves

export const moveNames = namesOf(moves)

/** Moves that depend on the day. For the others, `today` does not matter. */
export type DatedMove =
  | 'confirm-delivery'
  | 'deny-delivery'
  | 'extend'
  | 'change-dates'
  | 'mark-late'
  | 'mark-lost'
  | 'mark-no-show'
  | 'swap'

/** Whether this mover can make the move; `today` only matters for a dated move. */
export function mayMove(
  move: Exclude<MoveName, DatedMove>,
  mover: Mover,
  rental: StagedRental,
  today?: CalendarDate,
): boolean
export function mayMove(
  move: MoveName,
  mover: Mover,
  rental: StagedRental,
  today: CalendarDate,
): boolean
export function mayMove(
  move: MoveName,
  mover: Mover,
  rental: StagedRental,
  today = rental.start_date,
): boolean {
  const { by, from, day, awaitsArrival }: Move = moves[move]
  if (day && !isOnDay(day, rental, today)) return false
  if (awaitsArrival && mayArrive(rental.sent_back_at, today)) return false
  return by.includes(mover) && from.includes(stageOf(rental, today))
}

/** Changes of stage caused by time alone. */
const nextByTime: Partial<Readonly<Record<RentalStage, RentalStage>>> = {
  confirmed: 'undelivered',
  out: 'overdue',
}

/** Whether a rental at this stage can still reach a stage where the move is open. */
export function mayMoveLater(move: MoveName, stage: RentalStage): boolean {
  const { from }: Move = moves[move]
  const reached = new Set<RentalStage>()
  const next: RentalStage[] = [stage]
  for (let at = next.pop(); at; at = next.pop()) {
    if (reached.has(at)) continue
    reached.add(at)
    const later = nextByTime[at]
    if (later) next.push(later)
    for (const name of moveNames) {
      const { from: start, to }: Move = moves[name]
      if (to && start.includes(at)) next.push(to)
    }
  }
  return from.some((one) => reached.has(one))
}

type Undo = {
  readonly from: readonly RentalStage[]
  /**
   * The columns `…_at` and `…_by` of the rental that record when the step was taken, and by whom.
   */
  readonly stamp: (typeof stamps)[number]
}

const stamps = [
  'confirmed',
  'delivered',
  'late',
  'sent_back',
  'returned',
  'cancelled',
  'condition_reviewed',
] as const

/** The steps that can be undone. Of each rental at most one can: the latest. */
export const undos = {
  'undo-accept': { from: ['confirmed', 'undelivered'], stamp: 'confirmed' },
  'undo-deliver': { from: ['out', 'overdue'], stamp: 'delivered' },
  'undo-late': { from: ['late'], stamp: 'late' },
  'undo-send-back': { from: ['sent-back'], stamp: 'sent_back' },
  'undo-return': { from: ['returned'], stamp: 'returned' },
  reopen: { from: ['failed'], stamp: 'cancelled' },
  'undo-review': { from: ['completed'], stamp: 'condition_reviewed' },
  'undo-lost': { from: ['lost'], stamp: 'condition_reviewed' },
} as const satisfies Record<string, Undo>

export type UndoName = keyof typeof undos

const undoNames = namesOf(undos)

export function isUndo(name: string): name is UndoName {
  return Object.hasOwn(undos, name)
}

/** When each step was taken, and by whom. */
export type Stamps = {
  readonly [Key in Undo['stamp'] as `${Key}_at`]: Date | null
} & { readonly [Key in Undo['stamp'] as `${Key}_by`]: string | null }

/** The columns of a rental that decide what can be undone. */
export type UndoableRental = StagedRental & Stamps & { readonly answer_by: Date | null }

export type OpenUndo = {
  readonly name: UndoName
  /** Until when this person can undo it; null for no limit, as for most steps of admins. */
  readonly until: Date | null
}

/**
 * The step that this person can undo now, if any: its author for `UNDO_MINUTES`, admins at any
 * time; an acceptance only while the request could still be answered. The command checks what others may rely on by then (the item, the credits, the deposit).
 */
export function openUndo(
  person: { readonly id: PersonId },
  mover: Mover | null,
  rental: UndoableRental,
  now: Date,
): OpenUndo | null {
  // No undo depends on the day.
  const stage = stageOf(rental, rental.start_date)
  const name = undoNames.find((one) => {
    const { from }: Undo = undos[one]
    return from.includes(stage)
  })
  if (!name || !mover) return null
  // Undoing an acceptance never gives a request more time.
  const last = name === 'undo-accept' ? (rental.answer_by ?? now) : null
  if (last && last <= now) return null
  if (mover === 'admin') return { name, until: last }
  const { stamp } = undos[name]
  const [takenAt, takenBy] = [rental[`${stamp}_at`], rental[`${stamp}_by`]]
  const end = takenAt && undoEnd(takenAt)
  const until = end && last && last < end ? last : end
  return until && takenBy === person.id && now < until ? { name, until } : null
}

/** How long a withheld amount can be corrected before the rest of the deposit is refunded. */
export const CORRECTION_HOURS = 48

/**
 * When the time to correct an amount withheld at `decidedAt` is over. A lost item may turn up, so for
 * it the time lasts as long as the one to appeal.
 */
export function correctionEnd(decidedAt: Date, stage: 'completed' | 'lost'): Date {
  if (stage === 'lost') return appealEnd(decidedAt)
  return new Date(decidedAt.getTime() + CORRECTION_HOURS * 3_600_000)
}
