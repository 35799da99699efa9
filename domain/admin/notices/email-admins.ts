import type { Tx } from '#db/connection.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { notify } from '#domain/outbound/notify/notify.ts'

/** The most admins to email; the oldest accounts come first. */
const MAX_ADMINS_EMAILED = 50

/** Emails every admin, once for each `key`. */
export async function emailAdmins(tx: Tx, message: Email, key: string, now: Date): Promise<void> {
  const admins = await tx
    .selectFrom('user_profiles')
    .select(['id', 'email'])
    .where('account_type', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_ADMINS_EMAILED)
    .execute()
  for (const { id, email } of admins) {
    const messageKey = `${key.replace(/[^\w.-]/g, '-').slice(0, 80)}-${id}`
    await notify(tx, { ...message, to: email, recipientId: id, messageKey }, now)
  }
}
