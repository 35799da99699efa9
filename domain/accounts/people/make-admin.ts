import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Auth } from '#domain/accounts/sign-in/auth.ts'
import { passwordWeaknesses, type WeakPassword } from '#domain/accounts/sign-in/passwords.ts'
import { removeSecondFactor, revokePendingAccess } from '#domain/accounts/sign-in/pending-access.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { asId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

type NewAdmin = {
  readonly fullName: string
  readonly email: string
  readonly password: string
}

type MadeAdmin = { readonly id: PersonId; readonly isNew: boolean }

/**
 * Part of `makeAdmin`: creates the account of a new admin, or sets the new password of an existing
 * one. Revokes every other access, including the second factor, and lifts a block.
 */
export async function openAdminAccount(
  tx: Tx,
  auth: Auth,
  { fullName, email, password }: NewAdmin,
  now: Date,
): Promise<Outcome<MadeAdmin, WeakPassword>> {
  const weaknesses = passwordWeaknesses(password, { fullName, email })
  if (weaknesses.length > 0) return refused({ reason: 'weak-password', weaknesses })
  const before = await tx
    .selectFrom('user_profiles')
    .select(['id', 'account_type'])
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  const id = before
    ? await replacePassword(tx, auth, before.id, password, now)
    : await signUp(tx, auth, { fullName, email, password }, now)
  await tx
    .updateTable('user_profiles')
    .set({
      ...{ account_type: 'admin', email_verified: true, updated_at: now },
      ...{ blocked_at: null, blocked_reason: null },
    })
    .where('id', '=', id)
    .execute()
  // The person who signed up with this address may not be the one who becomes an admin.
  await revokePendingAccess(tx, id)
  await removeSecondFactor(tx, id, now)
  const roles = { before: before?.account_type, after: 'admin' }
  await recordAction(tx, null, { action: 'make admin', noun: 'person', nounId: id, ...roles }, now)
  return done({ id, isNew: before === undefined })
}

async function signUp(
  tx: Tx,
  auth: Auth,
  { fullName, email, password }: NewAdmin,
  now: Date,
): Promise<PersonId> {
  const { api } = auth.over(tx, now)
  const { user } = await api.signUpEmail({ body: { name: fullName, email, password } })
  return asId(user.id)
}

async function replacePassword(
  tx: Tx,
  auth: Auth,
  userId: PersonId,
  password: string,
  now: Date,
): Promise<PersonId> {
  const { internalAdapter, password: hasher } = await auth.over(tx, now).$context
  const hash = await hasher.hash(password)
  if (await internalAdapter.findCredentialAccount(userId)) {
    await internalAdapter.updatePassword(userId, hash)
  } else {
    const account = { providerId: 'credential', accountId: userId, password: hash }
    await internalAdapter.createAccount({ userId, ...account })
  }
  return userId
}
