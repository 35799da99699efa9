import type { Tx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { timeOf } from './operation.ts'
import { type Returned, returnToLots, type SpentLot, spentOn } from './return-to-lots.ts'

export type Restoration = {
  readonly userId: PersonId
  readonly rentalId: RentalId
  readonly fault: 'shopper' | 'other'
  /** How often the rental was reopened after it was cancelled. */
  readonly reopened?: number
}

/**
 * Restores a rental's credits, with those of its extensions, to the lots that they came from.
 * Credits of a lot that has expired since stay expired if the shopper cancelled. If someone else
 * was at fault, a new lot replaces them, with the time that was left when they were spent; it
 * belongs to the payment of the old lot, and is on hold if the old one is. Goodwill for a swap
 * always expires. Credits of a lot that was revoked since are revoked too, and so are credits that
 * a lot owes. Part of a command that has locked the wallet; a second call does nothing.
 */
export async function restore(tx: Tx, operation: Restoration, now: Date): Promise<Returned> {
  const { rentalId, reopened = 0 } = operation
  const time = timeOf(reopened)
  const spent = await spentOn(tx, operation)
  const keys = { key: `rental-cancelled:${rentalId}${time}`, goodwill: `${rentalId}${time}` }
  return await returnToLots(tx, { ...operation, ...keys, kind: 'cancellation', spent }, now)
}

/**
 * For a return request: restores `credits` of what a rental cost by the rules of `restore`,
 * goodwill for a swap first, then the latest movements. Part of a command that has locked the
 * wallet; a second call does nothing.
 */
export async function restorePart(
  tx: Tx,
  operation: Restoration & {
    /** At most what the rental cost. */
    readonly credits: number
  },
  now: Date,
): Promise<Returned> {
  const { rentalId, credits } = operation
  const spent = latest(await spentOn(tx, operation), credits)
  const key = `return-request:${rentalId}`
  const keys = { key, goodwill: key }
  return await returnToLots(tx, { ...operation, ...keys, kind: 'return_request', spent }, now)
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
