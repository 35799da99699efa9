import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { RatingSide } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { moverOf } from '#domain/booking/rentals/rentals.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { ratingEnd, replyEnd } from './rating-limits.ts'
import { sideOf } from './rating-sides.ts'

/** The ratings of a rental, for one of its sides or an admin. */
export type RentalRatings = {
  /** The side for which the viewer writes; null for an admin who only views. */
  readonly side: RatingSide | null
  /** Full names. */
  readonly renterName: string
  readonly ownerName: string
  readonly title: string
  /** Until when the viewer can write or change their rating; null when they cannot. */
  readonly writableUntil: Date | null
  /** The viewer's own rating, and the other side's if published. */
  readonly ratings: readonly ShownRating[]
}

export type ShownRating = ReturnType<typeof shown>

/**
 * The ratings of a completed rental that the viewer may see; null if they have no part in it, or if
 * it is not completed. The other side's rating is not read before it is published.
 */
export async function findRatings(
  db: Db,
  who: Shopper | ClosetOwner | Admin,
  rentalId: RentalId,
  now: Date,
): Promise<RentalRatings | null> {
  const rental = await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['r.renter_id', 'r.owner_id', 'r.status', 'r.condition_reviewed_at', 'i.title'])
    .select(['renter.full_name as renter_name', 'owner.full_name as owner_name'])
    .select(
      // Includes one that is hidden from the viewer.
      sql<boolean>`exists (select from ratings x
        where x.rental_id = r.id and x.published_at is not null)`.as('is_published'),
    )
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
  if (!rental || !moverOf(who, rental)) return null
  const side = await sideOf(db, who, rental)
  const rows = await readRatings(db, rentalId, side)
  const ratings = rows.map((row) => shown(row, side, now))
  const endsAt = rental.condition_reviewed_at && ratingEnd(rental.condition_reviewed_at)
  if (!endsAt && ratings.length === 0) return null
  const isOpen =
    side !== null &&
    endsAt !== null &&
    now < endsAt &&
    rental.status === 'completed' &&
    !rental.is_published
  return {
    side,
    renterName: rental.renter_name,
    ownerName: rental.owner_name,
    title: rental.title,
    writableUntil: isOpen ? endsAt : null,
    ratings,
  }
}

async function readRatings(db: Db, rentalId: RentalId, side: RatingSide | null) {
  return await db
    .selectFrom('ratings')
    .select(['id', 'side', 'stars', 'words', 'fit', 'usual_size as usualSize'])
    // Centimetres.
    .select(['height_cm as heightCm', 'image_ids as imageIds', 'published_at as publishedAt'])
    .select(['hidden_reason as hiddenReason', 'reply', 'replied_at'])
    .where('rental_id', '=', rentalId)
    .where((where) => {
      const isShown = where('published_at', 'is not', null)
      if (side === null) return isShown
      return where.or([where('side', '=', side), isShown.and('hidden_at', 'is', null)])
    })
    .orderBy('side', 'desc')
    .execute()
}

type Row = Awaited<ReturnType<typeof readRatings>>[number]

function shown({ replied_at, ...rating }: Row, side: RatingSide | null, now: Date) {
  const isOwn = rating.side === side
  const until = rating.publishedAt && replyEnd(rating.publishedAt)
  const mayReply = side !== null && !isOwn && replied_at === null && until && now < until
  // Until when the viewer can reply; null when they cannot.
  return { ...rating, isOwn, replyUntil: mayReply ? until : null }
}
