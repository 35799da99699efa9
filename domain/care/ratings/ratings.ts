import { type Db, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { RatedFit, RatingSide, UsualSize } from '#db/enums.ts'
import type { ImageId, RatingId, RentalId } from '#db/ids.ts'
import { type LockedRental, lockRental } from '#domain/booking/rentals/rentals.ts'
import { attachImages, releaseImage } from '#domain/catalogue/images/images.ts'
import type { Admin, ClosetOwner, Person, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { publishRatings } from './publish-ratings.ts'
import {
  HEIGHT_CM,
  MAX_RATING_CHARACTERS,
  MAX_RATING_PHOTOS,
  MAX_STARS,
  ratingEnd,
} from './rating-limits.ts'
import { sideOf } from './rating-sides.ts'

export { hideReported } from './hide-rating.ts'
export { removeRatingPhotosOf } from './rating-photos.ts'

// Each side of a completed rental rates the other without seeing the other's rating.

/** A submitted rating; closets give only stars and text. */
export type RatingInput = {
  readonly rentalId: RentalId
  /** 1 to 5; null when none were chosen. */
  readonly stars: number | null
  readonly words: string
  readonly fit: RatedFit | null
  readonly usualSize: UsualSize | null
  /** Centimetres; NaN for invalid input. */
  readonly heightCm: number | null
  /** Newly uploaded images, or images the rating already has. */
  readonly imageIds: readonly ImageId[]
}

export type RateProblem =
  | { readonly reason: 'rental-not-found' }
  | { readonly reason: 'not-completed' }
  /** The time is over, or the other side's rating is published. */
  | { readonly reason: 'rating-too-late'; readonly endedAt: Date }
  | { readonly reason: 'rating-published' }
  | InputProblem

export type InputProblem =
  | { readonly reason: 'stars-missing' }
  | { readonly reason: 'words-too-long' }
  | { readonly reason: 'height-invalid' }
  | { readonly reason: 'too-many-photos' }
  | { readonly reason: 'image-unknown' }

/**
 * Rates the other side of a completed rental, or changes one's own rating before it is published,
 * which happens once both sides have rated, or `RATING_DAYS` after the completion. Repeating the
 * same rating changes nothing. The value says whether it is published now.
 */
export async function rate(
  db: Db,
  who: Shopper | ClosetOwner | Admin,
  input: RatingInput,
  now: Date,
): Promise<Outcome<{ readonly isPublished: boolean }, RateProblem>> {
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const rental = await lockRental(tx, input.rentalId)
    const side = rental && (await sideOf(tx, who, rental))
    if (!rental || !side) return refused({ reason: 'rental-not-found' })
    const columns = columnsOf(side, input)
    const ratings = await ratingsOf(tx, rental.id)
    const own = ratings.find((one) => one.side === side)
    const other = ratings.find((one) => one.side !== side)
    if (own?.published_at)
      return isSame(own, columns)
        ? done({ isPublished: true })
        : refused({ reason: 'rating-published' })
    if (other?.published_at)
      return refused({ reason: 'rating-too-late', endedAt: other.published_at })
    if (rental.status !== 'completed' || !rental.condition_reviewed_at)
      return refused({ reason: 'not-completed' })
    const endedAt = ratingEnd(rental.condition_reviewed_at)
    if (now >= endedAt) return refused({ reason: 'rating-too-late', endedAt })
    const wrong = problemIn(columns)
    if (wrong) return refused(wrong)
    const shown = await changePhotos(tx, who, own?.image_ids ?? [], columns.image_ids, now)
    if (!shown.ok) return rollBack(shown)
    await write(tx, { rental, side, who, own: own?.id ?? null }, columns, now)
    if (other) await publishRatings(tx, rental.id, now)
    return done({ isPublished: other !== undefined })
  })
}

type Columns = ReturnType<typeof columnsOf>

function columnsOf(side: RatingSide, input: RatingInput) {
  const both = { stars: input.stars, words: input.words.trim() }
  const image_ids: ImageId[] = []
  const NOTHING = { fit: null, usual_size: null, height_cm: null, image_ids }
  if (side === 'owner') return { ...both, ...NOTHING }
  const { fit, usualSize: usual_size, heightCm: height_cm } = input
  return { ...both, fit, usual_size, height_cm, image_ids: [...new Set(input.imageIds)] }
}

function problemIn({ stars, words, height_cm, image_ids }: Columns): InputProblem | null {
  if (!Number.isInteger(stars) || stars === null || stars < 1 || stars > MAX_STARS)
    return { reason: 'stars-missing' }
  if ([...words].length > MAX_RATING_CHARACTERS) return { reason: 'words-too-long' }
  const isHeight = (cm: number) =>
    Number.isInteger(cm) && cm >= HEIGHT_CM.min && cm <= HEIGHT_CM.max
  if (height_cm !== null && !isHeight(height_cm)) return { reason: 'height-invalid' }
  return image_ids.length > MAX_RATING_PHOTOS ? { reason: 'too-many-photos' } : null
}

async function ratingsOf(tx: Tx, rentalId: RentalId) {
  return await tx
    .selectFrom('ratings')
    .select(['id', 'side', 'stars', 'words', 'fit', 'usual_size', 'height_cm', 'image_ids'])
    .select('published_at')
    .where('rental_id', '=', rentalId)
    .execute()
}

type Written = Awaited<ReturnType<typeof ratingsOf>>[number]

function isSame(own: Written, columns: Columns): boolean {
  const { stars, words, fit, usual_size, height_cm, image_ids } = own
  const saved = { stars, words, fit, usual_size, height_cm, image_ids }
  const inOrder = (one: Columns | typeof saved) =>
    JSON.stringify([one.stars, one.words, one.fit, one.usual_size, one.height_cm, one.image_ids])
  return inOrder(saved) === inOrder(columns)
}

/** Attaches the new photos of a rating, and releases the removed ones. */
async function changePhotos(
  tx: Tx,
  who: Person,
  before: readonly ImageId[],
  after: readonly ImageId[],
  now: Date,
): Promise<Outcome<void, { readonly reason: 'image-unknown' }>> {
  for (const id of before.filter((one) => !after.includes(one))) await releaseImage(tx, id)
  const added = after.filter((id) => !before.includes(id))
  return await attachImages(tx, who, added, 'rating', now)
}

type RatingWrite = {
  readonly rental: LockedRental
  readonly side: RatingSide
  readonly who: Person
  /** The existing rating, if it is changed. */
  readonly own: RatingId | null
}

async function write(tx: Tx, { rental, side, who, own }: RatingWrite, columns: Columns, now: Date) {
  const { stars, ...others } = columns
  if (stars === null || !rental.condition_reviewed_at) throw new Error('checked before')
  const written = {
    ...others,
    stars,
    writer_id: who.id,
    written_at: now,
    due_at: ratingEnd(rental.condition_reviewed_at),
  }
  if (own) {
    await tx.updateTable('ratings').set(written).where('id', '=', own).execute()
    return
  }
  const about_id = side === 'renter' ? rental.owner_id : rental.renter_id
  const on = { rental_id: rental.id, item_id: rental.item_id, side, about_id }
  await tx
    .insertInto('ratings')
    .values({ id: newId(), ...on, ...written })
    .execute()
}
