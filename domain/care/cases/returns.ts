import { type Db, inTransactionOrRollback } from '#db/connection.ts'
import type { ReturnReason } from '#db/enums.ts'
import type { ImageId, PersonId, RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { contestEnd } from '#domain/booking/rentals/stage/contest-time.ts'
import { isIn, stageOf } from '#domain/booking/rentals/stage/rental-stage.ts'
import { attachImages } from '#domain/catalogue/images/images.ts'
import { takeBackRental } from '#domain/money/payouts/payouts.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { actionsOf } from './case-kinds.ts'
import { answerDue, MAX_CASE_CHARACTERS, MAX_CASE_PHOTOS } from './case-limits.ts'
import { recordCase } from './cases.ts'
import { lockCase } from './lock-case.ts'
import { requestEnd } from './return-limits.ts'

// A renter asks to send the item back right after the delivery, or contests that they did not come.

export type ReturnInput = {
  readonly rentalId: RentalId
  readonly reason: ReturnReason
  readonly words: string
  /** Uploaded images. */
  readonly imageIds: readonly ImageId[]
}

export type RequestReturnProblem =
  | { readonly reason: 'rental-not-found' }
  /** It is not delivered, was delivered more than `REQUEST_HOURS` ago, or the rental is over. */
  | { readonly reason: 'request-closed' }
  | { readonly reason: 'already-requested' }
  /** The last day has passed, after which this reason no longer counts. */
  | { readonly reason: 'rental-days-over' }
  /** The closet does not take this item back for a bad fit. */
  | { readonly reason: 'fit-not-returned' }
  | { readonly reason: 'photo-missing' }
  /** Whoever contests that they did not come says what happened. */
  | { readonly reason: 'words-missing' }
  | { readonly reason: 'too-many-photos' }
  | { readonly reason: 'words-too-long' }
  | { readonly reason: 'image-unknown' }

/**
 * Requests a return, once, within `REQUEST_HOURS` of the delivery. "Does not fit" is possible if
 * the item allows it, now or when it was rented; "not as described" needs a photo. After the last
 * day only the latter counts, see `isInTime`. Repeating the same request changes nothing.
 */
export async function requestReturn(
  db: Db,
  shopper: Shopper,
  input: ReturnInput,
  now: Date,
  today: CalendarDate,
): Promise<Outcome<null, RequestReturnProblem>> {
  const { rentalId, reason } = input
  const words = input.words.trim()
  const photos = [...new Set(input.imageIds)]
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const found = await lockCase(tx, 'return', rentalId)
    if (found?.renter_id !== shopper.id) return refused({ reason: 'rental-not-found' })
    if (found.filed)
      return found.reason === reason && found.words === words && !found.decidedAt
        ? done(null)
        : refused({ reason: 'already-requested' })
    if (!mayRequest(found, now) || isAboutNoShow(found) !== (reason === 'no_show'))
      return refused({ reason: 'request-closed' })
    if (!isInTime(reason, found, today)) return refused({ reason: 'rental-days-over' })
    if (reason === 'does_not_fit' && !found.isFitReturned)
      return refused({ reason: 'fit-not-returned' })
    if (reason === 'not_as_described' && photos.length === 0)
      return refused({ reason: 'photo-missing' })
    if (reason === 'no_show' && words === '') return refused({ reason: 'words-missing' })
    if (photos.length > MAX_CASE_PHOTOS) return refused({ reason: 'too-many-photos' })
    if ([...words].length > MAX_CASE_CHARACTERS.return) return refused({ reason: 'words-too-long' })
    const attached = await attachImages(tx, shopper, photos, 'return_request', now)
    if (!attached.ok) return rollBack(attached)
    const due = { asked_at: now, answer_due_at: answerDue(now) }
    await tx
      .insertInto('return_requests')
      .values({ rental_id: rentalId, reason, words, image_ids: photos, ...due })
      .execute()
    // Until it is decided, the closet earns nothing for it.
    if (reason === 'no_show') await takeBackRental(tx, rentalId, now)
    const after = { reason, photos: photos.length }
    await recordCase(tx, shopper, actionsOf(found).open, rentalId, after, now)
    await enqueue(tx, 'tell-about-return-request', { rentalId, event: 'requested' })
    return done(null)
  })
}

type Delivered = Parameters<typeof stageOf>[0] & {
  readonly delivered_at: Date | null
  readonly cancelled_at: Date | null
}

/** Whether its renter is said not to have come. */
export const isAboutNoShow = ({ cancellation }: Pick<Delivered, 'cancellation'>) =>
  cancellation === 'no_show'

/** Until when a case can be opened; null if its stage allows none. */
export function requestableUntil(rental: Delivered): Date | null {
  if (isAboutNoShow(rental)) return rental.cancelled_at && contestEnd(rental.cancelled_at)
  // Any day will do: the groups of stages do not depend on it.
  if (!isIn(stageOf(rental, rental.start_date), 'delivered')) return null
  return rental.delivered_at && requestEnd(rental.delivered_at)
}

/** Whether a return can be requested, or a no-show contested, now. */
export function mayRequest(rental: Delivered, now: Date): boolean {
  const until = requestableUntil(rental)
  return until !== null && now < until
}

type Delivery = {
  readonly renter_id: PersonId
  readonly delivered_by: PersonId | null
  readonly end_date: CalendarDate
}

/**
 * Whether this reason still counts on this day. A delivery may be recorded only after the rental is
 * over, when its renter has used the item. A renter who confirmed the delivery themselves has then
 * had all that time to notice what is wrong.
 */
export function isInTime(reason: ReturnReason, rental: Delivery, today: CalendarDate): boolean {
  if (today <= rental.end_date || reason === 'no_show') return true
  return reason === 'not_as_described' && rental.delivered_by !== rental.renter_id
}
