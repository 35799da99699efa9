import type { Cancellation, DeliveryStatus, RentalStatus, ReturnStatus } from '#db/enums.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'

/** Who may make a move. Admins may take every step of the owner. */
export type Mover = 'renter' | 'owner' | 'admin' | 'house'

/** The part of a rental that decides which moves are open. */
export type RentalState = {
  readonly status: RentalStatus
  readonly delivery_status: DeliveryStatus
  readonly return_status: ReturnStatus
}

type Move = {
  readonly by: readonly Mover[]
  readonly from: (rental: RentalState) => boolean
  /** On which days; on any unless told. */
  readonly on?: (rental: RentalDays, today: CalendarDate) => boolean
}

type RentalDays = { readonly start_date: string; readonly end_date: string }

/** Not brought yet: how and where can still be changed. */
export function awaitsDelivery(status: RentalStatus): boolean {
  return status === 'pending' || status === 'confirmed'
}

const undelivered = (rental: RentalState) =>
  awaitsDelivery(rental.status) && rental.delivery_status === 'pending'

const accepted = (rental: RentalState) =>
  rental.status === 'confirmed' && rental.delivery_status === 'pending'

const isOver = (rental: RentalDays, today: CalendarDate) => rental.end_date < today

const out = (rental: RentalState) =>
  rental.status === 'delivered' && rental.delivery_status === 'delivered'

/**
 * What may happen to a rental in which state and by whom: the guard of the command, the button on
 * the screen and the test read this one table (business §4 and our own rules for the rest).
 */
export const moves = {
  accept: { by: ['owner', 'admin'], from: (rental) => rental.status === 'pending' },
  cancel: { by: ['renter', 'owner', 'admin', 'house'], from: undelivered },
  deliver: { by: ['owner', 'admin'], from: undelivered },
  'fail delivery': { by: ['owner', 'admin'], from: undelivered },
  // Once its days have passed and nobody has marked it as delivered, the renter is asked as well.
  'confirm delivery': { by: ['renter'], from: accepted, on: isOver },
  'deny delivery': { by: ['renter'], from: accepted, on: isOver },
  'mark late': {
    by: ['owner', 'admin'],
    from: (rental) => out(rental) && rental.return_status === 'pending',
    on: isOver,
  },
  return: {
    by: ['owner', 'admin'],
    from: (rental) => out(rental) && rental.return_status !== 'returned',
  },
  'approve condition': {
    by: ['owner', 'admin', 'house'],
    from: (rental) => out(rental) && rental.return_status === 'returned',
  },
  'keep deposit': {
    by: ['owner', 'admin'],
    from: (rental) => out(rental) && rental.return_status === 'returned',
  },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof moves

export function mayMove(move: MoveName, mover: Mover, rental: RentalState): boolean {
  const { by, from }: Move = moves[move]
  return by.includes(mover) && from(rental)
}

/** Whether today is a day for this move. */
export function isDayFor(move: MoveName, rental: RentalDays, today: CalendarDate): boolean {
  const { on }: Move = moves[move]
  return on?.(rental, today) ?? true
}

type Correction = {
  /** Which `…_at` and `…_by` of the rental say when the step was taken, and by whom. */
  readonly stamp:
    | 'confirmed'
    | 'delivered'
    | 'late'
    | 'returned'
    | 'cancelled'
    | 'condition_reviewed'
  readonly from: (rental: CorrectedState) => boolean
}

type CorrectedState = RentalState & { readonly cancellation: Cancellation | null }

/**
 * The moves back. Of each rental at most one is open: it takes back the step that was taken last.
 * Whoever took that step may for `UNDO_MINUTES`, admins at any time; what others rely on by then
 * (the item, the credits, the deposit) is asked by the command.
 */
export const corrections = {
  'undo acceptance': { stamp: 'confirmed', from: accepted },
  'undo delivery': {
    stamp: 'delivered',
    from: (rental) => out(rental) && rental.return_status === 'pending',
  },
  'undo late': { stamp: 'late', from: (rental) => out(rental) && rental.return_status === 'late' },
  'undo return': {
    stamp: 'returned',
    from: (rental) => rental.status === 'delivered' && rental.return_status === 'returned',
  },
  reopen: {
    stamp: 'cancelled',
    from: ({ cancellation }) =>
      cancellation === 'delivery_failed' || cancellation === 'never_delivered',
  },
  'undo review': { stamp: 'condition_reviewed', from: (rental) => rental.status === 'completed' },
} as const satisfies Record<string, Correction>

export type CorrectionName = keyof typeof corrections

export const UNDO_MINUTES = 15

/** When each step was taken, and by whom. */
export type Stamps = {
  readonly [Key in Correction['stamp'] as `${Key}_at`]: Date | null
} & { readonly [Key in Correction['stamp'] as `${Key}_by`]: string | null }

export type OpenCorrection = {
  readonly name: CorrectionName
  /** Until when whoever asked may make it; null for admins, who may at any time. */
  readonly until: Date | null
}

/** The move back that is open to this person now, if any. */
export function openCorrection(
  person: { readonly id: string },
  mover: Mover | null,
  rental: CorrectedState & Stamps,
  now: Date,
): OpenCorrection | null {
  const name = correctionNames.find((one) => corrections[one].from(rental))
  if (!name || !mover) return null
  if (mover === 'admin') return { name, until: null }
  const { stamp } = corrections[name]
  const [at, by] = [rental[`${stamp}_at`], rental[`${stamp}_by`]]
  const until = at && new Date(at.getTime() + UNDO_MINUTES * 60_000)
  return until && by === person.id && now < until ? { name, until } : null
}

const correctionNames: readonly CorrectionName[] = Object.keys(corrections).filter(isCorrection)

export function isCorrection(name: string): name is CorrectionName {
  return Object.hasOwn(corrections, name)
}

/** For so long what was kept can be corrected; then it is final, and the rest goes back. */
export const OBJECTION_HOURS = 48

/** When the renter's time to object to what was kept at `decidedAt` is over. */
export function objectionEnd(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + OBJECTION_HOURS * 3_600_000)
}
