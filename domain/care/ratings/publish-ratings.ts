import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { lockRental } from '#domain/booking/rentals/rentals.ts'
import { recordEvent } from '#domain/outbound/webhooks/webhooks.ts'
import { ratingEnd } from './rating-limits.ts'

const BATCH_SIZE = 200

/**
 * Part of the commands that publish: publishes the ratings of this rental. A trigger updates the
 * sums of its item and its renter, and both sides get an email.
 */
export async function publishRatings(tx: Tx, rentalId: RentalId, now: Date): Promise<void> {
  const published = await tx
    .updateTable('ratings')
    .set({ published_at: now })
    .where('rental_id', '=', rentalId)
    .where('published_at', 'is', null)
    .returning(['id', 'side', 'about_id', 'stars', 'words', 'fit'])
    .execute()
  if (published.length === 0) return
  await enqueue(tx, 'tell-about-ratings', { rentalId, event: 'publish' })
  const received = published.find(({ side }) => side === 'renter')
  if (!received) return
  const { id, about_id: ownerId, stars, words, fit } = received
  const review = { id, rental_id: rentalId, stars, words, fit, published_at: now }
  await recordEvent(tx, { type: 'review.received', ownerId }, () => review, now)
}

/**
 * Publishes ratings whose time to rate is over although the other side wrote nothing. Each rental
 * has its own transaction. Returns how many were processed.
 */
export async function publishDueRatings(db: Db, now: Date): Promise<number> {
  const due = await db
    .selectFrom('ratings')
    .select('rental_id')
    .where('published_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  for (const { rental_id } of due)
    await inTransaction(db, (tx) => publishOrPostpone(tx, rental_id, now))
  return due.length
}

/**
 * If the review of the item was undone, the time to rate starts again with the next review; until
 * then, the rating is postponed by the full time.
 */
async function publishOrPostpone(tx: Tx, rentalId: RentalId, now: Date): Promise<void> {
  const rental = await lockRental(tx, rentalId)
  const completedAt = rental?.status === 'completed' ? rental.condition_reviewed_at : null
  const dueAt = ratingEnd(completedAt ?? now)
  if (dueAt <= now) return await publishRatings(tx, rentalId, now)
  await tx
    .updateTable('ratings')
    .set({ due_at: dueAt })
    .where('rental_id', '=', rentalId)
    .where('published_at', 'is', null)
    .execute()
}
