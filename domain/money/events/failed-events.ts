import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import { enqueue } from '#db/jobs.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { type ListSearch, searchList } from '#domain/shared/lists/list-search.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { containing, decodeNewestNamed } from '#domain/shared/lists/page.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

/** A payment event that could not be processed for three days; `type` is Stripe's name. */
export type FailedEvent = Awaited<ReturnType<typeof failedEvents>>['rows'][number]

/** Failed events that nobody has handled, latest first; `q` searches id and type. */
export async function failedEvents(db: Db, _admin: Admin, after: string | null = null, q = '') {
  let query = db
    .selectFrom('stripe_events')
    .select(['id', 'type', 'last_error as lastError', 'received_at as receivedAt'])
    .select('given_up_at as failedAt')
    .$narrowType<{ failedAt: Date }>()
    .where('given_up_at', 'is not', null)
  const search = await searchFailedEvents(db, q)
  if (search) query = query.where(search.isFound)
  const page = await newestPage(query, {
    by: ['given_up_at', 'id'],
    keysOf: (row) => [row.failedAt, row.id],
    from: decodeNewestNamed(after),
  })
  return { ...page, isPartial: search?.isPartial ?? false }
}

/** Events that failed, with these words in id or type. */
export async function searchFailedEvents(db: DbOrTx, q: string): Promise<ListSearch | null> {
  const words = containing(q)
  if (!words) return null
  return await searchList(db, words, {
    row: 'stripe_events',
    newest: sql`select id, type from stripe_events where given_up_at is not null
      order by given_up_at desc, id desc`,
    matches: sql`id || ' ' || type ilike ${words}`,
  })
}

export type FailedEventProblem = { readonly reason: 'event-not-found' }

/** Retries a failed event; if it fails again, it is listed again. */
export async function retryEvent(
  db: Db,
  admin: Admin,
  eventId: string,
  now: Date,
): Promise<Outcome<null, FailedEventProblem>> {
  return await resolve(db, admin, { eventId, isRetry: true }, now)
}

/** Dismisses a failed event that needs no action. */
export async function dismissEvent(
  db: Db,
  admin: Admin,
  eventId: string,
  now: Date,
): Promise<Outcome<null, FailedEventProblem>> {
  return await resolve(db, admin, { eventId, isRetry: false }, now)
}

async function resolve(
  db: Db,
  admin: Admin,
  { eventId, isRetry }: { readonly eventId: string; readonly isRetry: boolean },
  now: Date,
): Promise<Outcome<null, FailedEventProblem>> {
  return await inTransaction(db, async (tx) => {
    const event = await tx
      .updateTable('stripe_events')
      .set({ given_up_at: null })
      .$if(isRetry, (update) => update.set({ done_at: null }))
      .where('id', '=', eventId)
      .where('given_up_at', 'is not', null)
      .returning(['id', 'type', 'last_error'])
      .executeTakeFirst()
    if (!event) return refused({ reason: 'event-not-found' })
    if (isRetry) await enqueue(tx, 'stripe-event', { eventId }, { key: eventId })
    const action = isRetry ? 'retry payment event' : 'dismiss payment event'
    const before = { type: event.type, lastError: event.last_error }
    await recordAction(tx, admin, { action, noun: 'stripe event', nounId: eventId, before }, now)
    return done(null)
  })
}
