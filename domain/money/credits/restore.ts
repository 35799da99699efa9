import type { Tx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { datesChangedKey, datesCostKey, timeOf } from './operation.ts'
import { type Returned, returnToLots } from './return-to-lots.ts'
import { type SpentLot, spentOn } from './spent-lots.ts'

export type Restoration = {
  readonly userId: PersonId
  readonly rentalId: RentalId
  /** How often the rental was reopened after it was cancelled. */
  readonly reopened?: number
}

/** A part of what a rental cost, in the order of `restorePart`; at most what the rental cost. */
export type PartToRestore = {
  /** Credits that come back. */
  readonly credits: number
  /** Credits before them that have come back already. */
  readonly after?: number
  /** Why; it comes back once for each. */
  readonly because: 'return-request' | 'no-show' | 'no-show-undone'
}

/**
 * Restores a rental's credits, with those of its extensions, to the lots that they came from, which
 * then last at least as long as they had left when the credits were spent (spec 5.5). Goodwill
 * for a swap always expires. Credits of a lot that was revoked since are revoked too, and so are
 * credits that a lot owes. Part of a command that has locked the wallet; a second call does nothing.
 */
export async function restore(tx: Tx, operation: Restoration, now: Date): Promise<Returned> {
  const { rentalId, reopened = 0 } = operation
  const spent = await spentOn(tx, operation)
  const key = `rental-cancelled:${rentalId}${timeOf(reopened)}`
  return await returnToLots(tx, { ...operation, key, kind: 'cancellation', spent }, now)
}

/**
 * Restores a part of what a rental cost by the rules of `restore`, goodwill for a swap first, then
 * the latest movements. Part of a command that has locked the wallet; a second call does nothing.
 */
export async function restorePart(
  tx: Tx,
  operation: Restoration & PartToRestore,
  now: Date,
): Promise<Returned> {
  const { rentalId, reopened = 0, credits, after = 0, because } = operation
  const all = await spentOn(tx, operation)
  const spent = latest(without(all, latest(all, after)), credits)
  const isRequested = because === 'return-request'
  const key = `${because}:${rentalId}${isRequested ? '' : timeOf(reopened)}`
  const kind = isRequested ? 'return_request' : 'cancellation'
  return await returnToLots(tx, { ...operation, key, kind, spent }, now)
}

/** These movements without the first ones, of which the last may be a part. */
function without(all: readonly SpentLot[], first: readonly SpentLot[]): readonly SpentLot[] {
  return all.flatMap((one, index) => {
    const amount = one.amount - (first[index]?.amount ?? 0)
    return amount > 0 ? [{ ...one, amount }] : []
  })
}

/**
 * For other dates of a rental that goes on: restores `credits` of what it cost by the rules of
 * `restore`, goodwill for a swap first, then the latest movements. Part of a command that has locked
 * the wallet; a second call does nothing.
 */
export async function restoreDifference(
  tx: Tx,
  operation: Restoration & {
    readonly credits: number
    /** The key of the form. */
    readonly requestKey: string
    /** Only what was spent with this form. */
    readonly isUndone: boolean
  },
  now: Date,
): Promise<Returned> {
  const { credits, requestKey, isUndone } = operation
  const all = await spentOn(tx, operation)
  const own = datesCostKey(operation, requestKey)
  const spent = latest(isUndone ? all.filter((one) => one.key === own) : all, credits)
  const key = datesChangedKey(operation, requestKey)
  return await returnToLots(tx, { ...operation, key, kind: 'cancellation', spent }, now)
}

/** The first of these movements that add up to `credits`; the last one may be used in part. */
function latest(spent: readonly SpentLot[], credits: number): readonly SpentLot[] {
  let left = credits
  const taken = spent.flatMap((one) => {
    const amount = Math.min(one.amount, left)
    left -= amount
    return amount > 0 ? [{ ...one, amount }] : []
  })
  if (left > 0) throw new Error(`a rental cost ${credits - left} credits, not ${credits}`)
  return taken
}
