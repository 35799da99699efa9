import type { Read } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import {
  decodeNewestFirst,
  newestFirstKeys,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/page.ts'

export type FeedbackEntry = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly message: string
  readonly created_at: Date
  /** Written under an account. */
  readonly user_id: string | null
  /** The renter's own rental that it is about. */
  readonly rental_id: string | null
}

/** What people told us, newest first, for admins. */
export async function listFeedback(
  db: Read,
  _admin: Admin,
  after: string | null,
): Promise<Page<FeedbackEntry>> {
  const from = decodeNewestFirst(after)
  const rows = await db
    .selectFrom('feedback')
    .select(['id', 'name', 'email', 'message', 'created_at', 'user_id', 'rental_id'])
    .$if(from !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('created_at', 'id'),
          '<',
          eb.tuple(eb.val(from?.at ?? new Date(0)), eb.val(from?.id ?? '')),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  return toPage(rows, newestFirstKeys)
}
