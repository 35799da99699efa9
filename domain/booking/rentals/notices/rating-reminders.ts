import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'

const BATCH_SIZE = 200

/**
 * Part of reminding people to rate: marks rentals that were completed before this time and have had
 * no reminder, oldest first.
 */
export async function markRatingReminded(
  tx: Tx,
  completedBefore: Date,
  now: Date,
  max = BATCH_SIZE,
): Promise<RentalId[]> {
  const marked = await tx
    .updateTable('rentals')
    .set({ rating_reminded_at: now })
    .where((due) =>
      inBatch(
        'id',
        due
          .selectFrom('rentals as r')
          .select('r.id')
          .where('r.status', '=', sql.lit('completed' as const))
          .where('r.rating_reminded_at', 'is', null)
          .where('r.condition_reviewed_at', '<=', completedBefore)
          .orderBy('r.condition_reviewed_at')
          .orderBy('r.id')
          .limit(max)
          .forNoKeyUpdate()
          .skipLocked(),
      ),
    )
    .returning('id')
    .execute()
  return marked.map(({ id }) => id)
}
