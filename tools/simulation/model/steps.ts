import type { PersonId } from '#db/ids.ts'
import { isAnswerOver } from './answer-times.ts'
import { dayAfter, isOutElsewhere } from './calendar.ts'
import { turnUp } from './corrections.ts'
import { freeCents } from './deposits.ts'
import { earn } from './earnings.ts'
import { cancelAfterLoss, clearRisk } from './late-returns.ts'
import { pause } from './lending.ts'
import { restorePart } from './lots.ts'
import { dropProposal } from './proposals.ts'
import { complete, firstWeek, free, paidFor, undo } from './rentals.ts'
import { giveCreditsBack } from './return-requests.ts'
import { count, type Model, type Rental } from './state.ts'
import { offerFreed } from './waitlist.ts'

// What closets and admins do with a rental.

export type Step = (typeof STEPS)[number]

const STEPS = [
  'accept',
  'deliver',
  'fail delivery',
  'no show',
  'mark late',
  'mark lost',
  'return',
  'approve',
  'keep',
] as const

const FROM = {
  accept: ['pending'],
  deliver: ['pending', 'confirmed'],
  'fail delivery': ['pending', 'confirmed'],
  'no show': ['confirmed'],
  'mark late': ['out'],
  'mark lost': ['out', 'late'],
  return: ['out', 'late'],
  approve: ['back'],
  keep: ['back'],
} as const satisfies Record<Step, readonly Rental['state'][]>

/** The steps that a rental needs next. */
export function stepsFrom({ state, isLost }: Rental): Step[] {
  if (isLost) return ['return']
  return STEPS.filter((step) => FROM[step].some((from) => from === state))
}

/** 'answer-over' for a step by which a request would be answered too late. */
export function whyNotAnswer(model: Model, rental: Rental, step: Step): 'answer-over' | null {
  const from: readonly Rental['state'][] = FROM[step]
  return from.includes('pending') && isAnswerOver(model, rental) ? 'answer-over' : null
}

/** 'still-out' if another renter has the item; null if delivery is possible or fails otherwise. */
export function whyNotDeliver(model: Model, rental: Rental, step: Step): 'still-out' | null {
  const from: readonly Rental['state'][] = FROM.deliver
  const isOpen = step === 'deliver' && from.includes(rental.state)
  return isOpen && isOutElsewhere(model, rental) ? 'still-out' : null
}

/** Null if marking it as late is possible or fails for another reason. */
export function whyNotLate(
  { state, end, sentBackAt }: Rental,
  today: string,
): 'sent-back' | 'not-late-yet' | null {
  if (state !== 'out' && state !== 'late') return null
  if (sentBackAt !== null) return 'sent-back'
  return state === 'out' && end >= today ? 'not-late-yet' : null
}

/** Null if the item can be given up, or fails for another reason. */
export function whyNotLost(
  { state, end, sentBackAt }: Rental,
  today: string,
): 'not-lost-yet' | 'on-its-way' | null {
  if (state !== 'out' && state !== 'late') return null
  if (today < dayAfter(end, 7)) return 'not-lost-yet'
  const sentOn = sentBackAt === null ? null : new Date(sentBackAt).toISOString().slice(0, 10)
  return sentOn !== null && today <= dayAfter(sentOn, 5) ? 'on-its-way' : null
}

/** Null if the renter can be said not to have come, or that fails for another reason. */
export function whyNotNoShow(
  model: Model,
  rental: Rental,
  today: string,
): 'not-begun' | 'still-out' | 'had-case' | null {
  if (rental.state !== 'confirmed') return null
  if (today < rental.start) return 'not-begun'
  if (isOutElsewhere(model, rental)) return 'still-out'
  return rental.returnRequest ? 'had-case' : null
}

export function takeStep(
  model: Model,
  rental: Rental,
  step: Step,
  cents: number,
  today: string,
  by: PersonId,
): void {
  const from: readonly Rental['state'][] = FROM[step]
  const turnsUp = rental.isLost && step === 'return'
  if (!turnsUp && !from.includes(rental.state)) return
  if (whyNotAnswer(model, rental, step)) return
  switch (step) {
    case 'accept':
      rental.state = 'confirmed'
      return
    case 'deliver':
      if (!isOutElsewhere(model, rental)) deliver(model, rental)
      return
    case 'mark late':
      if (rental.end >= today || rental.sentBackAt !== null) return
      rental.state = 'late'
      rental.wasLate = true
      return
    case 'mark lost':
      if (whyNotLost(rental, today)) return
      giveUp(model, rental, by)
      return
    case 'return':
      if (turnsUp) turnUp(model, rental, today)
      else {
        rental.state = 'back'
        rental.returnedAt = model.now
        rental.returnedOn = today
      }
      clearRisk(model, rental, 'a return')
      giveCreditsBack(model, rental, 'with the return')
      offerFreed(model, rental.item, 'a return')
      return
    case 'fail delivery':
      undo(model, rental, 'delivery_failed')
      rental.mayReopen = true
      return
    case 'no show':
      if (whyNotNoShow(model, rental, today)) return
      missIt(model, rental)
      return
    case 'approve':
      complete(model, rental)
      return
    case 'keep': {
      if (cents > freeCents(model, rental.deposit)) return
      rental.deposit.withheld += cents
      rental.withheld = cents
      rental.withheldAt = model.now
      rental.withheldBy = by
      complete(model, rental)
    }
  }
}

/** The renter did not come: the first week stays paid and is earned, and the rest comes back. */
function missIt(model: Model, rental: Rental): void {
  dropProposal(model, rental)
  const rest = paidFor(rental) - firstWeek(rental)
  rental.state = 'cancelled'
  rental.cancellation = 'no_show'
  rental.mayReopen = true
  rental.noShowAt = model.now
  restorePart(model, rental, rest)
  earn(model, rental, firstWeek(rental))
  free(model, rental, 'a renter who did not come')
  count(model, rest > 0 ? 'first week kept of more' : 'first week kept')
}

/** The item never came back: all that is left of the deposit is kept, and its later rentals end. */
function giveUp(model: Model, rental: Rental, by: PersonId): void {
  const cents = Math.max(0, Math.min(freeCents(model, rental.deposit), rental.depositCents))
  count(model, cents > 0 ? 'kept for a lost item' : 'nothing left to keep for a lost item')
  rental.deposit.withheld += cents
  rental.withheld = cents
  rental.withheldAt = model.now
  rental.withheldBy = by
  rental.wasLate = true
  rental.isLost = true
  pause(model, rental.item)
  // Before its later rentals end, which frees days that nobody can have.
  rental.state = 'completed'
  cancelAfterLoss(model, rental)
  complete(model, rental)
}

/** The renter confirms a delivery that nobody recorded. */
export function confirmDelivery(model: Model, rental: Rental, today: string): string {
  if (rental.state !== 'confirmed' || rental.end >= today) return 'not-asked'
  if (isOutElsewhere(model, rental)) return 'still-out'
  deliver(model, rental)
  rental.deliveredByRenter = true
  return 'done'
}

function deliver(model: Model, rental: Rental): void {
  const isFreed = dropProposal(model, rental)
  rental.state = 'out'
  rental.deliveredAt = model.now
  rental.deliveredByRenter = false
  if (isFreed) offerFreed(model, rental.item, 'other dates')
}
