import { type Db, inTransaction } from '#db/connection.ts'
import type { PersonId, RatingId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { Admin, ClosetOwner, Person, Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_RATING_CHARACTERS, replyEnd } from './rating-limits.ts'
import { sideOf } from './rating-sides.ts'

export type ReplyProblem =
  /** Not published, hidden, or about somebody else. */
  | { readonly reason: 'rating-not-found' }
  | { readonly reason: 'reply-too-late'; readonly endedAt: Date }
  | { readonly reason: 'already-replied' }
  | { readonly reason: 'words-missing' }
  | { readonly reason: 'words-too-long' }

/**
 * The rated side replies to a published rating, once, within `REPLY_DAYS`. Repeating the same reply
 * changes nothing.
 */
export async function replyToRating(
  db: Db,
  who: Shopper | ClosetOwner | Admin,
  { ratingId, words }: { readonly ratingId: RatingId; readonly words: string },
  now: Date,
): Promise<Outcome<null, ReplyProblem>> {
  return await inTransaction(db, async (tx) => {
    const rating = await tx
      .selectFrom('ratings as x')
      .innerJoin('rentals as r', 'r.id', 'x.rental_id')
      .select(['x.rental_id', 'x.side', 'x.published_at', 'x.reply', 'x.replied_at'])
      .select(['r.renter_id', 'r.owner_id'])
      .where('x.id', '=', ratingId)
      .where('x.published_at', 'is not', null)
      .where('x.hidden_at', 'is', null)
      .forNoKeyUpdate('x')
      .executeTakeFirst()
    if (!rating?.published_at || !(await isAbout(tx, who, rating)))
      return refused({ reason: 'rating-not-found' })
    const reply = words.trim()
    if (rating.replied_at)
      return rating.reply === reply ? done(null) : refused({ reason: 'already-replied' })
    const endedAt = replyEnd(rating.published_at)
    if (now >= endedAt) return refused({ reason: 'reply-too-late', endedAt })
    if (reply === '') return refused({ reason: 'words-missing' })
    if ([...reply].length > MAX_RATING_CHARACTERS) return refused({ reason: 'words-too-long' })
    await tx
      .updateTable('ratings')
      .set({ reply, replied_at: now })
      .where('id', '=', ratingId)
      .execute()
    const { rental_id: rentalId, side } = rating
    await enqueue(tx, 'tell-about-ratings', { rentalId, event: 'reply', side })
    return done(null)
  })
}

type RatingParties = {
  readonly side: 'renter' | 'owner'
  readonly renter_id: PersonId
  readonly owner_id: PersonId
}

/** Whether the rating is about this person's side; for a listing of an admin, any admin's. */
async function isAbout(read: Parameters<typeof sideOf>[0], who: Person, rating: RatingParties) {
  const side = await sideOf(read, who, rating)
  return side !== null && side !== rating.side
}
