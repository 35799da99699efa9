import { type Db, inTransaction } from '#db/connection.ts'
import { enqueue } from '#db/jobs.ts'
import { markRatingReminded } from '#domain/booking/rentals/rentals.ts'
import { remindCompletedBefore } from './rating-limits.ts'

/**
 * Reminds both sides of completed rentals to rate, once. A side that has rated, or can no longer
 * rate, gets no email. Returns how many rentals were processed.
 */
export async function remindToRate(db: Db, now: Date): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const rentals = await markRatingReminded(tx, remindCompletedBefore(now), now)
    for (const rentalId of rentals)
      await enqueue(tx, 'tell-about-ratings', { rentalId, event: 'remind' })
    return rentals.length
  })
}
