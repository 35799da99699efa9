import type { Db } from '#db/connection.ts'
import type { AppealStatus } from '#db/enums.ts'
import type { ImageId, RentalId } from '#db/ids.ts'
import { moverOf } from '#domain/booking/rentals/rentals.ts'
import { appealEnd } from '#domain/money/deposits/appeal-time.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { ownerPageOf } from '#domain/shared/lists/owner-page.ts'
import { isOwnDecision } from '#domain/shared/own-decision.ts'
import { findClaim } from './find-claim.ts'
import { type ShownCase, shownCase } from './shown-case.ts'

/** A withheld amount and its appeal, as both sides and admins see it; cents. */
export type ShownClaim = {
  readonly rentalId: RentalId
  readonly renterName: string
  readonly ownerName: string
  readonly title: string
  readonly withheldCents: number
  /** The closet's reason for keeping it. */
  readonly notes: string | null
  /** Until when the renter can appeal; null once they have, or it is too late. */
  readonly appealUntil: Date | null
  /** When the time to appeal ended, or will end. */
  readonly appealEndsAt: Date
  /** The closet can no longer sign in as one, so an admin answers for it. */
  readonly adminsAnswer: boolean
  readonly appeal: ShownAppeal | null
}

export type ShownAppeal = ShownCase<AppealStatus> & {
  readonly answerImageIds: readonly ImageId[]
  /** The admin decided a case that they had a part in, because no other admin could. */
  readonly isOwnDecision: boolean
  readonly returnedCents: number
}

/**
 * The amount withheld for a rental, and the appeal against it; null when nothing was withheld, or
 * when this person may not see the rental.
 */
export async function findAppeal(
  db: Db,
  who: Shopper | ClosetOwner | Admin,
  rentalId: RentalId,
  now: Date,
): Promise<ShownClaim | null> {
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
    notes,
    appealUntil: isOpen ? appealEndsAt : null,
    appealEndsAt,
    adminsAnswer: ownerPageOf(claim, rentalId) === null,
    appeal: shown && { ...shown, answerImageIds, isOwnDecision: isOwn, returnedCents },
  }
}
