import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'
import { EVENT_DAYS } from './webhook-limits.ts'

const BATCH_SIZE = 500

/** The job that removes a batch of old events with their deliveries. Returns how many. */
export async function removeOldEvents(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - EVENT_DAYS * 86_400_000)
  const { numDeletedRows } = await db
    .deleteFrom('outgoing_events')
    .where((old) =>
      inBatch(
        'id',
        old
          .selectFrom('outgoing_events')
          .select('id')
          .where('at', '<', before)
          .orderBy('at')
          .limit(BATCH_SIZE)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .executeTakeFirstOrThrow()
  // Removes previous secrets whose rotation is over.
  await db
    .updateTable('webhook_endpoints')
    .set({ previous_secret: null, previous_secret_until: null })
    .where('previous_secret_until', '<', now)
    .execute()
  return Number(numDeletedRows)
}

/** Deliveries are counted up to this many. */
const MAX_COUNTED = 10_000

export type WebhookQueue = {
  readonly waiting: number
  /** How many of them were tried at least once. */
  readonly failing: number
  /** When the longest due delivery became due; null without one. */
  readonly dueSince: Date | null
}

/** The waiting deliveries of enabled endpoints; reads a bounded number. */
export async function readWebhookQueue(db: DbOrTx): Promise<WebhookQueue> {
  const waiting = db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
    .select(['d.tries', 'd.next_at'])
    .where('d.next_at', 'is not', null)
    .where('e.disabled_at', 'is', null)
    .orderBy('d.next_at')
    .limit(MAX_COUNTED)
  return await db
    .selectFrom(waiting.as('w'))
    .select([
      sql<number>`count(*)::int`.as('waiting'),
      sql<number>`(count(*) filter (where tries > 0))::int`.as('failing'),
      sql<Date | null>`min(next_at)`.as('dueSince'),
    ])
    .executeTakeFirstOrThrow()
}
