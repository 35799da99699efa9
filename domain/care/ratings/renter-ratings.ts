import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { moverOf } from '#domain/booking/rentals/rentals.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import type { RatingSum } from '#domain/shared/rating-sums.ts'

/** Closets' ratings of a renter. */
export type RenterRatings = {
  readonly sum: RatingSum | null
  /** The newest ratings with text. */
  readonly newest: Awaited<ReturnType<typeof newestOf>>
}

const SHOWN = 3
/** The most ratings to search for ones with text. */
const MAX_SCANNED = 50

/**
 * The ratings of a rental's renter, for its closet and for admins, even before they accept it. Null
 * for everybody else.
 */
export async function renterRatings(
  db: Db,
  who: ClosetOwner | Admin,
  rentalId: RentalId,
): Promise<RenterRatings | null> {
  const rental = await db
    .selectFrom('rentals as r')
    .leftJoin('renter_rating_sums as s', 's.renter_id', 'r.renter_id')
    .select(['r.renter_id', 'r.owner_id', 's.ratings', 's.stars'])
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
  const mover = rental && moverOf(who, rental)
  if (!rental || !mover || mover === 'renter') return null
  const { ratings, stars } = rental
  const sum = ratings && stars ? { ratings, stars } : null
  return { sum, newest: sum ? await newestOf(db, rental.renter_id) : [] }
}

async function newestOf(db: Db, renterId: PersonId) {
  const visible = db
    .selectFrom('ratings')
    .select(['id', 'stars', 'words', 'writer_id', 'published_at'])
    .where('about_id', '=', renterId)
    // Exactly the condition of the partial index.
    .where(sql<boolean>`side = 'owner' and published_at is not null and hidden_at is null`)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SCANNED)
  return await db
    .selectFrom(visible.as('x'))
    .innerJoin('user_profiles as writer', 'writer.id', 'x.writer_id')
    .select(['x.id', 'x.stars', 'x.words', 'x.published_at as publishedAt'])
    .select('writer.full_name as writer')
    .$narrowType<{ publishedAt: Date }>()
    .where('x.words', '<>', '')
    .orderBy('x.published_at', 'desc')
    .orderBy('x.id', 'desc')
    .limit(SHOWN)
    .execute()
}
