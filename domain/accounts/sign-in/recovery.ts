import { isAPIError } from 'better-auth/api'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { asId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { passwordChangedEmail, passwordResetEmail } from './account-emails.ts'
import type { Auth } from './auth.ts'
import { isLinkLimitReached } from './mailed-links.ts'
import { passwordWeaknesses, type WeakPassword } from './passwords.ts'
import { giveToOwnerOfAddress, type RemoveOutsideAccess } from './pending-access.ts'

/**
 * Requests a password reset for this address. A job finds out whether it has an account, so that
 * neither the answer nor its timing reveals it.
 */
export async function requestReset(
  db: Db,
  { email, origin }: { readonly email: string; readonly origin: string },
): Promise<void> {
  await inTransaction(db, (tx) => enqueue(tx, 'mail-reset-link', { email, origin }))
}

/** The job behind `requestReset`: emails a link that sets a new password once, within an hour. */
export async function mailResetLink(
  db: Db,
  auth: Auth,
  { email, origin }: { readonly email: string; readonly origin: string },
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const wanted: { id: PersonId; name: string; token: string }[] = []
    const { api } = auth.over(tx, now, {
      reset: ({ id, name }, token) => wanted.push({ id: asId(id), name, token }),
    })
    await api.requestPasswordReset({ body: { email: email.toLowerCase() } })
    for (const { id, name, token } of wanted) {
      if (await isLinkLimitReached(tx, id, 'reset', now)) continue
      const message = passwordResetEmail({ fullName: name, origin, token })
      await notify(tx, { ...message, recipientId: id, to: email.toLowerCase() }, now)
    }
  })
}

/** Whether a link can still set a password; checked before the form is shown. */
export async function isResetLinkValid(
  db: DbOrTx,
  auth: Auth,
  token: string,
  now: Date,
): Promise<boolean> {
  return (await ownerOfLink(db, auth, token, now)) !== undefined
}

async function ownerOfLink(db: DbOrTx, auth: Auth, token: string, now: Date) {
  const { internalAdapter } = await auth.over(db, now).$context
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  if (!link || link.expiresAt < now) return undefined
  return db
    .selectFrom('user_profiles')
    .select(['id', 'full_name', 'email', 'email_verified', 'two_factor_enabled'])
    .where('id', '=', asId<PersonId>(link.value))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export type ResetProblem = WeakPassword | { readonly reason: 'link-not-valid' }

/**
 * Sets a new password with an emailed link, once, and gives the account to whoever has the link.
 * Returns the address.
 */
export async function resetPassword(
  db: Db,
  auth: Auth,
  { token, password }: { readonly token: string; readonly password: string },
  now: Date,
  removeOutsideAccess: RemoveOutsideAccess,
): Promise<Outcome<{ readonly email: string }, ResetProblem>> {
  try {
    return await inTransaction(db, async (tx) => {
      const account = await ownerOfLink(tx, auth, token, now)
      if (!account) return refused({ reason: 'link-not-valid' })
      const weaknesses = passwordWeaknesses(password, {
        fullName: account.full_name,
        email: account.email,
      })
      if (weaknesses.length > 0) return refused({ reason: 'weak-password', weaknesses })
      await auth.over(tx, now).api.resetPassword({ body: { token, newPassword: password } })
      const removed = await giveToOwnerOfAddress(tx, account, removeOutsideAccess, now)
      const message = passwordChangedEmail({ fullName: account.full_name, ...removed })
      await notify(tx, { ...message, recipientId: account.id, to: account.email }, now)
      return done({ email: account.email })
    })
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return refused({ reason: 'link-not-valid' })
    throw error
  }
}
