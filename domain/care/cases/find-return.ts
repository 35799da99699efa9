import type { Db } from '#db/connection.ts'
import type { ReturnReason } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { moverOf } from '#domain/booking/rentals/rentals.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { ownerPageOf } from '#domain/shared/lists/owner-page.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { findRequest } from './find-request.ts'
import { creditsBack, creditsForRenter } from './return-limits.ts'
import { isAboutNoShow, isInTime, mayRequest, requestableUntil } from './returns.ts'
import { shownCase } from './shown-case.ts'

/** The return request of a rental, or the option to make one, for both sides and admins. */
export type ShownReturn = NonNullable<Awaited<ReturnType<typeof findReturn>>>
export type ShownRequest = NonNullable<ShownReturn['request']>

/**
 * The return request of a rental; null if there is none and the viewer cannot make one, or if they
 * may not see the rental.
 */
export async function findReturn(
  db: Db,
  who: Shopper | ClosetOwner | Admin,
  rentalId: RentalId,
  now: Date,
  today: CalendarDate,
) {
  const found = await findRequest(db, rentalId)
  const mover = found && moverOf(who, found)
  if (!found || !mover) return null
  const { isFitReturned, filed, reason } = found
  const creditsFor = (why: ReturnReason) => creditsForRenter(creditsBack(why, found), found)
  const isNoShow = isAboutNoShow(found)
  const allowed: readonly ReturnReason[] = isNoShow
    ? ['no_show']
    : isFitReturned
      ? ['does_not_fit', 'not_as_described']
      : ['not_as_described']
  const reasons = allowed.filter((reason) => isInTime(reason, found, today))
  const isOpen = mover === 'renter' && !filed && mayRequest(found, now) && reasons.length > 0
  if (!filed && !isOpen) return null
  const shown = await shownCase(db, who, found, now)
  const isAccepted = filed?.status === 'accepted'
  return {
    rentalId,
    title: found.title,
    renterName: found.renter_name,
    ownerName: found.owner_name,
    /** Until when the viewer can make a request; null if too late, and for all but the renter. */
    askUntil: isOpen ? requestableUntil(found) : null,
    /** It is about a renter who is said not to have come, and not about a return. */
    isNoShow,
    isFitReturned,
    /** Those possible for this item and day, with the credits that each restores. */
    reasons: reasons.map((reason) => ({ reason, credits: creditsFor(reason) })),
    /** The closet can no longer sign in as one, so an admin answers for it. */
    adminsAnswer: ownerPageOf(found, rentalId) === null,
    request:
      shown && reason
        ? {
            ...shown,
            reason,
            credits: isAccepted
              ? creditsForRenter(found.credits_back ?? 0, found)
              : creditsFor(reason),
            isRestored: isAccepted && (isNoShow || found.return_status === 'returned'),
          }
        : null,
  }
}
