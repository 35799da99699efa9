import type { PersonId } from '#db/ids.ts'
import { instantOf } from './local-time.ts'
import type { Earning } from './payout-state.ts'
import { count, type Item, type Model, type Rental } from './state.ts'

// What closets earn: cents per credit at the rate of the day of the request.

const DAY_MS = 86_400_000
const HOLD_MS = 7 * DAY_MS
const NOTICE_MS = 30 * DAY_MS
const MAX_RATE = 100
const MAX_CORRECTION = 1_000_000

/** Cents per credit of a rental made now; items of admins earn nothing. */
export function rateOf(model: Model, item: Item): number {
  if (!item.earns) return 0
  const [newest] = model.payouts.rates
    .filter(({ fromAt }) => fromAt <= model.now)
    .toSorted((a, b) => b.fromAt - a.fromAt || b.announcedAt - a.announcedAt)
  return newest?.cents ?? 0
}

/** A swap keeps the rate of the original rental. */
export function rateAfterSwap(model: Model, rental: Rental, item: Item): number {
  return item.earns && rental.centsPerCredit > 0 ? rental.centsPerCredit : rateOf(model, item)
}

/** An admin announces a rate from the start of a day. Returns what the command should. */
export function announceRate(model: Model, cents: number, from: string): string {
  if (cents < 0 || cents > MAX_RATE) return 'out-of-bounds'
  const fromAt = instantOf(from, 0)
  if (fromAt < model.now + NOTICE_MS) return 'too-soon'
  model.payouts.rates.push({ cents, fromAt, announcedAt: model.now })
  return 'done'
}

/** Adds the earning of a rental, unless its return request is undecided. */
export function earn(model: Model, rental: Rental, credits: number): void {
  const { returnRequest: request, completedAt, noShowAt } = rental
  if (request && request.decidedAt === null) return
  const cents = credits * rental.centsPerCredit
  const payableAt = Math.max((completedAt ?? noShowAt ?? model.now) + HOLD_MS, model.now)
  add(model, { owner: rental.item.lister, kind: 'rental', rental, cents, payableAt })
  if (cents > 0 && rental.centsPerCredit !== 45) count(model, 'earned at a new rate')
  if (!rental.item.earns) count(model, 'nothing earned by an admin')
}

/** The review of a rental was undone. */
export function takeBack(model: Model, rental: Rental): void {
  for (const one of notTakenBack(model, rental)) {
    const payableAt = Math.max(one.payableAt, model.now)
    const cents = -one.cents
    one.isTakenBack = true
    add(model, { owner: one.owner, kind: 'taken_back', rental, cents, payableAt })
    const isSent = one.transfer !== null
    count(model, isSent ? 'taken back after it was sent' : 'taken back before it was sent')
  }
}

function notTakenBack(model: Model, rental: Rental): readonly Earning[] {
  return model.payouts.earnings.filter(
    (one) => one.rental === rental && one.kind === 'rental' && !one.isTakenBack,
  )
}

/** An admin corrects earnings. Returns what the command should. */
export function correctEarnings(
  model: Model,
  owner: PersonId,
  cents: number,
  note: string,
): string {
  if (cents === 0 || Math.abs(cents) > MAX_CORRECTION) return 'amount-invalid'
  if (note.trim() === '') return 'note-missing'
  if (model.left.has(owner)) return 'person-not-found'
  add(model, { owner, kind: 'correction', rental: null, cents, payableAt: model.now })
  return 'done'
}

export function add(model: Model, earning: Omit<Earning, 'transfer' | 'isTakenBack'>): void {
  if (earning.cents === 0) return
  model.payouts.earnings.push({ ...earning, transfer: null, isTakenBack: false })
}

/** Earnings that are payable by then and in no transfer. */
export function payableBy(model: Model, owner: PersonId, by: number): Earning[] {
  return model.payouts.earnings.filter(
    (one) => one.owner === owner && one.transfer === null && one.payableAt <= by,
  )
}

export function sumOf(earnings: readonly Earning[]): number {
  return earnings.reduce((sum, { cents }) => sum + cents, 0)
}
