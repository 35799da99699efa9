import type { Db } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { moverOf } from '#domain/booking/rentals/rentals.ts'
import { appealEnd } from '#domain/money/deposits/appeal-time.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { ownerPageOf } from '#domain/shared/lists/owner-page.ts'
import { isOwnDecision } from '#domain/shared/own-decision.ts'
import { findClaim } from './find-claim.ts'
import { shownCase } from './shown-case.ts'

/** A withheld amount and its appeal, as both sides and admins see it; cents. */
export type ShownClaim = NonNullable<Awaited<ReturnType<typeof findAppeal>>>
export type ShownAppeal = NonNullable<ShownClaim['appeal']>

/**
 * The amount withheld for a rental, and the appeal against it; null when nothing was withheld, or
 * when this person may not see the rental.
 */
export async function findAppeal(
  db: Db,
  who: Shopper | ClosetOwner | Admin,
  rentalId: RentalId,
  now: Date,
) {
  const claim = await findClaim(db, rentalId)
  if (!claim || !moverOf(who, claim)) return null
  const { withheldCents, notes, answerImageIds, returnedCents, filed, parties } = claim
  const appealEndsAt = appealEnd(claim.withheldAt)
  const isOpen = !filed && !claim.finalAt && now < appealEndsAt
  const shown = await shownCase(db, who, claim, now)
  const isOwn = Boolean(filed?.decidedBy && isOwnDecision(filed.decidedBy, parties))
  return {
    rentalId,
    renterName: claim.renter_name,
    ownerName: claim.owner_name,
    title: claim.title,
    withheldCents,
    /** The closet's reason for keeping it. */
    notes,
    /** Until when the renter can appeal; null once they have, or it is too late. */
    appealUntil: isOpen ? appealEndsAt : null,
    appealEndsAt,
    /** The closet can no longer sign in as one, so an admin answers for it. */
    adminsAnswer: ownerPageOf(claim, rentalId) === null,
    appeal: shown && { ...shown, answerImageIds, isOwnDecision: isOwn, returnedCents },
  }
}
