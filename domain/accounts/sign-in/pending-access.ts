import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { revokeTokensOf } from './revoke-api-tokens.ts'
import { lockPassword } from './sign-in-methods.ts'

/** What was revoked, for the email about it. */
export type Revoked = {
  /** The address of a pending change; null without one. */
  readonly pendingEmail: string | null
  /** Whether there were API tokens. */
  readonly hadApiTokens: boolean
}

/**
 * Revokes all access to an account except its password: sessions, API tokens, emailed links, a
 * pending change of address and an unconfirmed second factor. Part of every command after which
 * only one person should have access.
 */
export async function revokePendingAccess(tx: Tx, userId: PersonId): Promise<Revoked> {
  // Waits for concurrent sign-ins and proofs of identity.
  await lockPassword(tx, userId)
  const change = await tx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .returning('new_email')
    .executeTakeFirst()
  await tx.deleteFrom('auth_verifications').where('value', '=', userId).execute()
  await tx
    .deleteFrom('auth_two_factors')
    .where('user_id', '=', userId)
    .where('verified', '=', false)
    .execute()
  await tx.deleteFrom('second_steps').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth_sessions').where('user_id', '=', userId).execute()
  const hadApiTokens = await revokeTokensOf(tx, userId)
  return { pendingEmail: change?.new_email ?? null, hadApiTokens }
}

/** Removes calendar links and webhooks; returns whether there were any. */
export type RemoveOutsideAccess = (tx: Tx, personId: PersonId) => Promise<boolean>

/**
 * Gives an account to whoever has shown that its address is theirs: revokes every other access and
 * confirms the address. If it was not confirmed before, somebody else may have signed up with it:
 * then the second factor, calendar links and webhooks are removed too.
 */
export async function giveToOwnerOfAddress(
  tx: Tx,
  account: {
    readonly id: PersonId
    readonly email_verified: boolean
    readonly two_factor_enabled: boolean
  },
  removeOutsideAccess: RemoveOutsideAccess,
  now: Date,
): Promise<Revoked & { readonly losesSecondFactor: boolean; readonly losesLinks: boolean }> {
  const { id, email_verified: wasConfirmed } = account
  const revoked = await revokePendingAccess(tx, id)
  const losesSecondFactor = account.two_factor_enabled && !wasConfirmed
  if (losesSecondFactor) await removeSecondFactor(tx, id, now)
  const losesLinks = !wasConfirmed && (await removeOutsideAccess(tx, id))
  await tx
    .updateTable('user_profiles')
    .set({ email_verified: true, updated_at: now })
    .where('id', '=', id)
    .execute()
  return { ...revoked, losesSecondFactor, losesLinks }
}

/** Removes the second factor of an account, confirmed or not; its owner can set up a new one. */
export async function removeSecondFactor(tx: Tx, userId: PersonId, now: Date): Promise<void> {
  await tx.deleteFrom('auth_two_factors').where('user_id', '=', userId).execute()
  await tx
    .updateTable('user_profiles')
    .set({ two_factor_enabled: false, updated_at: now })
    .where('id', '=', userId)
    .execute()
}
