import type { DbOrTx } from '#db/connection.ts'
import type { FeedbackId, PersonId, RentalId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import {
  decodeNewestFirst,
  newestFirstKeys,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/lists/page.ts'

export type FeedbackEntry = {
  readonly id: FeedbackId
  readonly name: string
  readonly email: string
  readonly message: string
  readonly created_at: Date
  /** The account with which it was written, if any. */
  readonly user_id: PersonId | null
  /** The renter's own rental that it is about. */
  readonly rental_id: RentalId | null
}

/** Feedback for admins, newest first. */
export async function listFeedback(
  db: DbOrTx,
  _admin: Admin,
  after: string | null,
): Promise<Page<FeedbackEntry>> {
  const from = decodeNewestFirst<FeedbackId>(after)
  let query = db
    .selectFrom('feedback')
    .select(['id', 'name', 'email', 'message', 'created_at', 'user_id', 'rental_id'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
  if (from)
    query = query.where((where) =>
      where(where.refTuple('created_at', 'id'), '<', where.tuple(from.at, from.id)),
    )
  return toPage(await query.execute(), newestFirstKeys)
}
