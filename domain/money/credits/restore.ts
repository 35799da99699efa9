import type { Tx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { timeOf } from './operation.ts'
import { type Returned, returnToLots } from './return-to-lots.ts'
import { type SpentLot, spentOn } from './spent-lots.ts'

export type Restoration = {
  readonly userId: PersonId
  readonly rentalId: RentalId
  /** How often the rental was reopened after it was cancelled. */
  readonly reopened?: number
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
  return await returnToLots(tx, { ...operation, key, kind: 'return_request', spent }, now)
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
