import type { PersonId, RentalId } from '#db/ids.ts'
import { type Days, hasRoom, isAvailable, isOutElsewhere } from './calendar.ts'
import {
  freeCents,
  isBarred,
  liveDeposit,
  openRentals,
  refundInFull,
  resolveDeposit,
} from './deposits.ts'
import { balanceOf, mint, onHoldOf, restore, spend } from './lots.ts'
import type { Code, Item, Model, Rental } from './state.ts'

// Actions of people. Each returns what the command should: 'done' or why not.

export type RentInput = {
  readonly renter: PersonId
  readonly item: Item
  readonly days: number
  readonly dates: Days
  readonly today: string
}

export function whyNotRent(model: Model, input: RentInput): string {
  const { renter, item, days, dates, today } = input
  const deposit = liveDeposit(model, renter)
  if (!deposit) return 'deposit-missing'
  if (isBarred(deposit)) return 'deposit-barred'
  if (!isAvailable(model, item) || !hasRoom(model, item, dates, today)) return 'dates-taken'
  return whyNotSpend(model, renter, costOf(item, days)) ?? 'done'
}

/** Why credits cannot be spent: those on hold would be enough, or there are too few. */
export function whyNotSpend(model: Model, owner: PersonId, credits: number): string | null {
  if (balanceOf(model, owner) >= credits) return null
  const isOnHold = balanceOf(model, owner) + onHoldOf(model, owner) >= credits
  return isOnHold ? 'wallet-frozen' : 'not-enough-credits'
}

export function costOf(item: Item, days: number): number {
  return Math.ceil(days / 7) * 7 * item.creditsPerDay
}

export function rented(model: Model, input: RentInput, id: RentalId): void {
  const { renter, item, dates } = input
  const deposit = liveDeposit(model, renter)
  if (!deposit) throw new Error('rented without a deposit')
  const rental: Rental = {
    id,
    renter,
    item,
    deposit,
    ...dates,
    exclusive: !item.advanceBooking,
    turnaroundDays: item.turnaroundDays,
    state: 'pending',
    returnedAt: 0,
    returnedOn: null,
    wasLate: false,
    mayReopen: false,
    requestedAt: null,
    withheld: 0,
    withheldAt: 0,
    isFinal: false,
    spent: [],
  }
  model.rentals.push(rental)
  spend(model, rental, costOf(item, input.days))
}

export type Step = (typeof STEPS)[number]

const STEPS = [
  'accept',
  'deliver',
  'fail delivery',
  'mark late',
  'return',
  'approve',
  'keep',
] as const

const FROM = {
  accept: ['pending'],
  deliver: ['pending', 'confirmed'],
  'fail delivery': ['pending', 'confirmed'],
  'mark late': ['out'],
  return: ['out', 'late'],
  approve: ['back'],
  keep: ['back'],
} as const satisfies Record<Step, readonly Rental['state'][]>

/** The steps that a rental needs next. */
export function stepsFrom({ state }: Rental): Step[] {
  return STEPS.filter((step) => FROM[step].some((from) => from === state))
}

/** Another renter has the item; null where delivering is possible, or for another reason not. */
export function whyNotDeliver(model: Model, rental: Rental, step: Step): 'still-out' | null {
  const from: readonly Rental['state'][] = FROM.deliver
  const isOpen = step === 'deliver' && from.includes(rental.state)
  return isOpen && isOutElsewhere(model, rental) ? 'still-out' : null
}

export function takeStep(
  model: Model,
  rental: Rental,
  step: Step,
  cents: number,
  today: string,
): void {
  const from: readonly Rental['state'][] = FROM[step]
  if (!from.includes(rental.state)) return
  switch (step) {
    case 'accept':
      rental.state = 'confirmed'
      return
    case 'deliver':
      if (!isOutElsewhere(model, rental)) rental.state = 'out'
      return
    case 'mark late':
      if (rental.end >= today) return
      rental.state = 'late'
      rental.wasLate = true
      return
    case 'return':
      rental.state = 'back'
      rental.returnedAt = model.now
      rental.returnedOn = today
      return
    case 'fail delivery':
      undo(model, rental, 'other')
      rental.mayReopen = true
      return
    case 'approve':
      complete(model, rental)
      return
    case 'keep': {
      if (cents > freeCents(model, rental.deposit)) return
      rental.deposit.withheld += cents
      rental.withheld = cents
      rental.withheldAt = model.now
      complete(model, rental)
    }
  }
}

export function cancel(model: Model, rental: Rental, by: 'shopper' | 'other'): void {
  if (rental.state === 'pending' || rental.state === 'confirmed') undo(model, rental, by)
}

function undo(model: Model, rental: Rental, fault: 'shopper' | 'other'): void {
  rental.state = 'cancelled'
  restore(model, rental, fault)
  free(model, rental)
}

function complete(model: Model, rental: Rental): void {
  rental.state = 'completed'
  free(model, rental)
}

function free(model: Model, rental: Rental): void {
  resolveDeposit(model, rental.deposit)
}

/** The renter confirms the delivery that nobody marked. */
export function confirmDelivery(model: Model, rental: Rental, today: string): string {
  if (rental.state !== 'confirmed' || rental.end >= today) return 'not-asked'
  if (isOutElsewhere(model, rental)) return 'still-out'
  rental.state = 'out'
  return 'done'
}

const DAY_MS = 86_400_000

/** The automatic deadlines, one job at a time. */
export function deadlines(model: Model, today: string): void {
  const each = (is: (rental: Rental) => boolean, act: (rental: Rental) => void) =>
    model.rentals.filter(is).forEach(act)
  each(
    ({ state, start }) => state === 'pending' && start < today,
    (rental) => undo(model, rental, 'other'),
  )
  const isUndelivered = ({ state, end }: Rental) => state === 'confirmed' && end < today
  each(
    (rental) => isUndelivered(rental) && rental.requestedAt === null,
    (rental) => {
      rental.requestedAt = model.now
    },
  )
  each(
    (rental) =>
      isUndelivered(rental) && (rental.requestedAt ?? model.now) <= model.now - 3 * DAY_MS,
    (rental) => {
      undo(model, rental, 'other')
      rental.mayReopen = true
    },
  )
  each(
    ({ state, returnedAt }) => state === 'back' && returnedAt <= model.now - 7 * DAY_MS,
    (rental) => complete(model, rental),
  )
  each(
    ({ withheld, isFinal, withheldAt }) =>
      withheld > 0 && !isFinal && withheldAt <= model.now - 2 * DAY_MS,
    (rental) => {
      rental.isFinal = true
      resolveDeposit(model, rental.deposit)
    },
  )
}

export function requestRefundOfDeposit(model: Model, owner: PersonId): string {
  const deposit = liveDeposit(model, owner)
  if (!deposit) {
    const isUnderWay = model.refunds.some(
      (refund) => refund.deposit?.owner === owner && refund.status === 'pending',
    )
    return isUnderWay ? 'done' : 'no-deposit'
  }
  if (deposit.frozen) return 'deposit-disputed'
  if (openRentals(model, deposit) > 0) return 'rentals-open'
  refundInFull(model, deposit)
  return 'done'
}

export function claim(model: Model, code: Code, friend: PersonId): string {
  if (code.buyer === friend) return 'own-code'
  if (code.claimed || code.revoked) return 'code-unknown'
  if (code.expiresAt <= model.now) return 'code-expired'
  if (code.frozen) return 'code-unknown'
  code.claimed = true
  const { expiresAt, payment } = code
  mint(model, { owner: friend, source: 'gift_claim', expiresAt, payment }, 50)
  return 'done'
}
