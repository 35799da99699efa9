import type { Tx } from '#db/connection.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { notify } from '#domain/outbound/notify/notify.ts'

/** The most admins to email; the oldest accounts come first. */
const MAX_ADMINS_EMAILED = 50

/** An email to all admins; its button leads to a page of this shop. */
export type AdminEmail = Omit<Email, 'button'> & {
  readonly button: { readonly text: string; readonly path: string }
}

/** Emails every admin, once for each `key`. */
export async function emailAdmins(
  tx: Tx,
  { button: { text, path }, ...email }: AdminEmail,
  { origin, key }: { readonly origin: string; readonly key: string },
  now: Date,
): Promise<void> {
  const message = { ...email, button: { text, url: `${origin}${path}` } }
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
