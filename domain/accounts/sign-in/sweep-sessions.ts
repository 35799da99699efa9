import type { Db } from '#db/connection.ts'
import { sweepUnconfirmed } from './unconfirmed-addresses.ts'

/** The job that removes expired sessions, emailed links and counts; nothing reads them any more. */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('auth_sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute()
  await db.deleteFrom('second_steps').where('expires_at', '<=', now).execute()
  await db.deleteFrom('auth_verifications').where('expires_at', '<=', now).execute()
  await sweepUnconfirmed(db, now)
}
