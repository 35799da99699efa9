import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { MAX_LINKS_AN_HOUR } from './time-limits.ts'

const HOUR_MS = 3_600_000

/** Whether the limit of emailed links is reached for this account. */
export async function isLinkLimitReached(
  tx: Tx,
  userId: PersonId,
  template: 'reset' | 'new-email',
  now: Date,
): Promise<boolean> {
  const mails = await tx
    .selectFrom('mail_outbox')
    .select('id')
    .where('recipient_id', '=', userId)
    .where('template', '=', template)
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    // Later ones are of a clock that was set back since.
    .where('created_at', '<', new Date(now.getTime() + HOUR_MS))
    .limit(MAX_LINKS_AN_HOUR)
    .execute()
  return mails.length >= MAX_LINKS_AN_HOUR
}
