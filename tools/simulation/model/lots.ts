import type { PersonId } from '#db/ids.ts'
import { endOfDay, NEVER } from './months.ts'
import { count, type Lot, type Model, type Payment, type Rental } from './state.ts'

/** Credits that can be spent now. */
export function balanceOf(model: Model, owner: PersonId): number {
  return spendable(model, owner).reduce((sum, lot) => sum + lot.available, 0)
}

/** Credits on hold because of a dispute. */
export function onHoldOf(model: Model, owner: PersonId): number {
  return model.lots
    .filter((lot) => lot.owner === owner && lot.frozen && lot.expiresAt > model.now)
    .reduce((sum, lot) => sum + lot.available, 0)
}

function spendable(model: Model, owner: PersonId): Lot[] {
  return model.lots
    .filter((lot) => lot.owner === owner && lot.available > 0)
    .filter((lot) => !lot.frozen && lot.expiresAt > model.now)
    .sort((a, b) => a.expiresAt - b.expiresAt)
}

export function mint(
  model: Model,
  lot: Pick<Lot, 'owner' | 'source' | 'expiresAt' | 'payment' | 'isForSwap'>,
  amount: number,
  frozen = false,
): void {
  const sides = { available: amount, spent: 0, expired: 0, revoked: 0, owed: 0 }
  model.lots.push({ ...lot, ...sides, frozen, isRevoked: false })
}

const MINUTE_MS = 60_000

/** Goodwill for the higher price after a swap; it is spent at once. */
export function mintForSwap(model: Model, owner: PersonId, amount: number): void {
  const lot = { owner, source: 'goodwill', payment: null, isForSwap: true } as const
  if (amount > 0) mint(model, { ...lot, expiresAt: model.now + MINUTE_MS }, amount)
}

/** Spends the price of a rental, using the credits that expire first. */
export function spend(model: Model, rental: Rental, amount: number): void {
  let left = amount
  for (const lot of spendable(model, rental.renter)) {
    const part = Math.min(left, lot.available)
    if (part === 0) break
    lot.available -= part
    lot.spent += part
    left -= part
    rental.spent.push({ lot, amount: part, timeLeft: lot.expiresAt - model.now })
  }
}

/** Restores a rental's credits, those spent last first. Of equal lots the first is spent first. */
export function restore(model: Model, rental: Rental): void {
  putBack(model, rental.spent.toReversed())
}

/** Restores some credits of a rental, after others: those spent last come back first. */
export function restorePart(model: Model, rental: Rental, credits: number, after = 0): void {
  let [skipped, left] = [after, credits]
  const isForSwap = ({ lot }: Rental['spent'][number]) => Number(lot.isForSwap ?? false)
  const latest = rental.spent.toReversed().toSorted((a, b) => isForSwap(b) - isForSwap(a))
  const parts = latest.map((part) => {
    const earlier = Math.min(part.amount, skipped)
    skipped -= earlier
    const amount = Math.min(part.amount - earlier, left)
    left -= amount
    return { ...part, amount }
  })
  const isPart = ({ amount }: { readonly amount: number }) => amount > 0
  putBack(model, parts.filter(isPart))
}

/**
 * Restores some of what a rental cost, which then no longer counts as paid: by the same rules, or
 * `onlyLatest`, what was spent last.
 */
export function restoreDifference(
  model: Model,
  rental: Rental,
  credits: number,
  onlyLatest = false,
): void {
  let left = credits
  const isForSwap = ({ lot }: Rental['spent'][number]) => Number(lot.isForSwap ?? false)
  const latest = rental.spent.toReversed()
  const ordered = onlyLatest ? latest : latest.toSorted((a, b) => isForSwap(b) - isForSwap(a))
  const taken = new Map<Rental['spent'][number], number>()
  for (const part of ordered) {
    const amount = Math.min(part.amount, left)
    left -= amount
    taken.set(part, amount)
  }
  const isPart = ({ amount }: { readonly amount: number }) => amount > 0
  const back = ordered.map((part) => ({ ...part, amount: taken.get(part) ?? 0 })).filter(isPart)
  const rest = rental.spent.map((part) => ({
    ...part,
    amount: part.amount - (taken.get(part) ?? 0),
  }))
  rental.spent.splice(0, rental.spent.length, ...rest.filter(isPart))
  putBack(model, back)
}

function putBack(model: Model, parts: Rental['spent']): void {
  if (parts.some(({ lot }) => lot.expiresAt <= model.now))
    count(model, 'credits that had expired are back')
  if (parts.some(({ lot }) => lot.expiresAt === NEVER))
    count(model, 'credits that never expire are back')
  if (parts.length > 0) expire(model, parts[0]?.lot.owner)
  for (const { lot, amount, timeLeft } of byLot(parts)) {
    lot.spent -= amount
    const owed = owedOf(lot, amount)
    if (!lot.isRevoked) lot.owed -= owed
    lot.revoked += owed
    const free = amount - owed
    if (lot.isForSwap) lot.expired += free
    else lot.available += free
    if (free > 0 && !lot.isForSwap) lot.expiresAt = lastsUntil(model, lot, timeLeft)
  }
}

function owedOf(lot: Lot, amount: number): number {
  return lot.isRevoked ? amount : Math.min(amount, lot.owed)
}

/** At least the time that was left when its credits were spent, to the end of that day. */
function lastsUntil(model: Model, lot: Lot, timeLeft: number): number {
  return Math.max(lot.expiresAt, endOfDay(model.now + timeLeft))
}

/** What canceling the rental returns: credits by the instant at which they expire. */
export function refundAhead(model: Model, rental: Rental): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  for (const { lot, amount, timeLeft } of byLot(rental.spent)) {
    const back = lot.isForSwap ? 0 : amount - owedOf(lot, amount)
    const end = lastsUntil(model, lot, timeLeft)
    if (back > 0) ends.set(end, back + (ends.get(end) ?? 0))
  }
  return ends
}

/** Merges parts of the same lot, which may have paid for the rental and for extensions. */
function byLot(spent: Rental['spent']): Rental['spent'] {
  const lots = new Set(spent.map(({ lot }) => lot))
  return [...lots].map((lot) => {
    const parts = spent.filter((part) => part.lot === lot)
    const amount = parts.reduce((sum, part) => sum + part.amount, 0)
    return { lot, amount, timeLeft: Math.max(...parts.map((part) => part.timeLeft)) }
  })
}

/** The job that expires credits, or the same for one wallet. */
export function expire(model: Model, owner?: PersonId): void {
  for (const lot of model.lots) {
    if (lot.expiresAt > model.now || (owner && lot.owner !== owner)) continue
    lot.expired += lot.available
    lot.available = 0
  }
}

export function freezeLots(model: Model, payment: Payment, frozen: boolean): void {
  for (const lot of boughtWith(model, payment)) lot.frozen = frozen
}

/** Takes all or this many of a payment's remaining credits; returns how many it took. */
export function revokeLots(model: Model, payment: Payment, credits: number | 'all'): number {
  let taken = 0
  for (const lot of byExpiry(boughtWith(model, payment))) {
    const part = credits === 'all' ? lot.available : Math.min(lot.available, credits - taken)
    taken += part
    lot.revoked += part
    lot.available -= part
    if (credits !== 'all') continue
    lot.isRevoked = true
    lot.frozen = false
    lot.owed = 0
  }
  return taken
}

/** Marks this many spent credits to be revoked when they come back. */
export function recordOwedCredits(model: Model, payment: Payment, credits: number): void {
  let left = credits
  for (const lot of byExpiry(boughtWith(model, payment))) {
    const part = Math.max(0, Math.min(left, lot.spent - lot.owed))
    lot.owed += part
    left -= part
  }
}

function byExpiry(lots: readonly Lot[]): Lot[] {
  return [...lots].sort((a, b) => a.expiresAt - b.expiresAt)
}

function boughtWith(model: Model, payment: Payment): Lot[] {
  return model.lots.filter(
    (lot) => lot.payment === payment && lot.source !== 'gift_claim' && !lot.isRevoked,
  )
}
