import type { DbOrTx } from '#db/connection.ts'
import type { FeedbackId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { decodeNewestFirst } from '#domain/shared/lists/page.ts'

/** Feedback for admins, newest first; with the account with which it was written, if any. */
export async function listFeedback(db: DbOrTx, _admin: Admin, after: string | null) {
  const feedback = db
    .selectFrom('feedback')
    .select(['id', 'name', 'email', 'message', 'created_at', 'user_id'])
  return await newestPage(feedback, {
    by: ['created_at', 'id'],
    keysOf: (row) => [row.created_at, row.id],
    from: decodeNewestFirst<FeedbackId>(after),
  })
}
