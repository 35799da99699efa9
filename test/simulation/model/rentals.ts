import {
  freeCents,
  giveBack,
  isBarred,
  liveDeposit,
  openRentals,
  settleDeposit,
} from './deposits.ts'
import { balanceOf, mint, restore, spend } from './lots.ts'
import type { Code, Item, Model, Rental } from './state.ts'

// What people do with credits and deposits. Each answers as the command should: 'done' or why not.

export type RentWish = {
  readonly renter: string
  readonly item: Item
  readonly days: number
}

export function whyNotRent(model: Model, { renter, item, days }: RentWish): string {
  const deposit = liveDeposit(model, renter)
  if (!deposit) return 'deposit-missing'
  if (isBarred(deposit)) return 'deposit-barred'
  if (!item.available) return 'dates-taken'
  return balanceOf(model, renter) < costOf(item, days) ? 'not-enough-credits' : 'done'
}

function costOf(item: Item, days: number): number {
  return Math.ceil(days / 7) * 7 * item.creditsPerDay
}

export function rented(model: Model, wish: RentWish, id: string, end: string): void {
  const { renter, item } = wish
  const deposit = liveDeposit(model, renter)
  if (!deposit) throw new Error('rented without a deposit')
  const rental: Rental = {
    id,
    renter,
    item,
    deposit,
    end,
    state: 'pending',
    returnedAt: 0,
    spent: [],
  }
  model.rentals.push(rental)
  spend(model, rental, costOf(item, wish.days))
  item.available = false
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

/** The steps that a rental waits for. */
export function stepsFrom({ state }: Rental): Step[] {
  return STEPS.filter((step) => FROM[step].some((from) => from === state))
}

export function takeStep(model: Model, rental: Rental, step: Step, cents: number): void {
  const from: readonly Rental['state'][] = FROM[step]
  if (!from.includes(rental.state)) return
  switch (step) {
    case 'accept':
      rental.state = 'confirmed'
      return
    case 'deliver':
      rental.state = 'out'
      return
    case 'mark late':
      rental.state = 'late'
      return
    case 'return':
      rental.state = 'back'
      rental.returnedAt = model.now
      return
    case 'fail delivery':
      undo(model, rental, 'other')
      return
    case 'approve':
      complete(model, rental)
      return
    case 'keep': {
      if (cents > freeCents(model, rental.deposit)) return
      rental.deposit.kept += cents
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
  rental.item.available = true
  settleDeposit(model, rental.deposit)
}

/** What the house does when nobody does anything. */
export function deadlines(model: Model, today: string): void {
  for (const rental of model.rentals) {
    if (rental.end < today) cancel(model, rental, 'other')
    if (rental.state === 'back' && rental.returnedAt <= model.now - 7 * 86_400_000)
      complete(model, rental)
  }
}

export function askDepositBack(model: Model, owner: string): string {
  const deposit = liveDeposit(model, owner)
  if (!deposit) {
    const isUnderWay = model.refunds.some(
      (refund) => refund.deposit?.owner === owner && refund.status === 'pending',
    )
    return isUnderWay ? 'done' : 'no-deposit'
  }
  if (deposit.frozen || deposit.lost > 0) return 'deposit-disputed'
  if (openRentals(model, deposit) > 0) return 'rentals-open'
  giveBack(model, deposit)
  return 'done'
}

export function claim(model: Model, code: Code, friend: string): string {
  if (code.claimed || code.revoked) return 'code-unknown'
  if (code.expiresAt <= model.now) return 'code-expired'
  if (code.buyer === friend) return 'own-code'
  if (code.frozen) return 'code-unknown'
  code.claimed = true
  const { expiresAt, payment } = code
  mint(model, { owner: friend, source: 'gift_claim', expiresAt, payment }, 50)
  return 'done'
}
