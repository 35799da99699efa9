import type { Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { type LockedRental, lockRental } from '#domain/booking/rentals/rentals.ts'
import { type Claim, findClaim } from './find-claim.ts'
import { findRequest, type ReturnRequest } from './find-request.ts'

type Found = { readonly appeal: Claim; readonly return: ReturnRequest }
export type Locked<Kind extends keyof Found> = Found[Kind] & { readonly rental: LockedRental }

const find: {
  readonly [Kind in keyof Found]: (tx: Tx, rentalId: RentalId) => Promise<Found[Kind] | null>
} = { appeal: findClaim, return: findRequest }

/**
 * Locks item, wallet and rental, as every command that changes a case does first, and reads what
 * the case is about. Null when nothing was withheld, or there is no such rental.
 */
export async function lockCase<Kind extends keyof Found>(
  tx: Tx,
  kind: Kind,
  rentalId: RentalId,
): Promise<Locked<Kind> | null> {
  const rental = await lockRental(tx, rentalId)
  const found = rental && (await find[kind](tx, rentalId))
  return found && { ...found, rental }
}
