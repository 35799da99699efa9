import type { Db } from '#db/connection.ts'
import type { Jobs } from '#db/jobs.ts'
import { personOf } from '#domain/shared/actors.ts'
import { sendMessage } from './messages.ts'
import { acceptanceTextOf } from './saved-messages.ts'

/**
 * The job queued by an acceptance: sends the renter what was written beside it, else what the
 * closet has saved for acceptances, as an ordinary message. People who have blocked each other, and
 * closets at their limit of messages, send none.
 */
export async function sendAcceptanceMessage(
  db: Db,
  { rentalId, requestKey, written }: Jobs['send-acceptance-message'],
  now: Date,
): Promise<void> {
  const row = await db
    .selectFrom('rentals as r')
    .innerJoin('user_profiles as p', (join) =>
      written ? join.on('p.id', '=', written.by) : join.onRef('p.id', '=', 'r.owner_id'),
    )
    .select(['p.id', 'p.full_name', 'p.email', 'p.email_verified', 'p.account_type'])
    .select('p.business_status')
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
  if (!row) return
  const body = written ? written.body : await acceptanceTextOf(db, row)
  if (body === null) return
  await sendMessage(db, personOf(row), { to: { rentalId }, body, imageIds: [], requestKey }, now)
}
