import type { Db } from '#db/connection.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'

/** 13 months, so that a year can be looked at when it is over. */
const RETENTION_DAYS = 396
const DAY_MS = 86_400_000
const BATCH_SIZE = 1000

/**
 * Deletes balance transactions of more than 13 months ago that were explained; others stay until they
 * are. Deletes a bounded number; returns how many.
 */
export async function sweepBalance(db: Db, now: Date): Promise<number> {
  const until = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
  const deleted = await db
    .deleteFrom('balance_transactions')
    .where((where) =>
      inBatch(
        'id',
        where
          .selectFrom('balance_transactions as b')
          .select('b.id')
          .where('b.created_at', '<', until)
          .where('b.explained_at', 'is not', null)
          .orderBy('b.created_at')
          .limit(BATCH_SIZE),
      ),
    )
    .returning('id')
    .execute()
  return deleted.length
}
