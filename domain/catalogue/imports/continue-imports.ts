import { type Db, inTransaction } from '#db/connection.ts'
import { enqueue } from '#db/jobs.ts'

const HOUR_MS = 3_600_000

/**
 * Queues the jobs of imports in progress for an hour, so that one whose job has failed or whose
 * closet was blocked for a while continues. A job still in the queue is only replaced.
 */
export async function continueImports(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const atWork = await tx
      .selectFrom('listing_imports')
      .select(['id', 'status'])
      .where('status', 'in', ['checking', 'importing'])
      .where('made_at', '<', new Date(now.getTime() - HOUR_MS))
      .orderBy('made_at')
      .limit(100)
      .execute()
    for (const { id: importId, status } of atWork) {
      const task = status === 'checking' ? 'check-import' : 'import-listings'
      await enqueue(tx, task, { importId }, { key: `${task}:${importId}` })
    }
  })
}
