import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { lockPassword } from './lock-password.ts'
import { revokeTokensOf } from './revoke-api-tokens.ts'

/** What was voided, for the mail that tells about it. */
export type Revoked = {
  /** The address that the account was about to change to, if it was. */
  readonly awaitedEmail: string | null
  /** There were API tokens. */
  readonly hadApiTokens: boolean
}

/**
 * Voids whatever could still open an account besides its password: sessions, API tokens, mailed links,
 * a waiting change of address and a second factor that was begun and not confirmed. Part of everything after
 * which only one person is to have the account.
 */
export async function revokePendingAccess(tx: Tx, userId: PersonId): Promise<Revoked> {
  // Waits for anyone who is signing in or proving who they are at this moment.
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
  return { awaitedEmail: change?.new_email ?? null, hadApiTokens }
}

/** Takes the second factor off an account, confirmed or not: its holder sets up a new one. */
export async function removeSecondFactor(tx: Tx, userId: PersonId, now: Date): Promise<void> {
  await tx.deleteFrom('auth_two_factors').where('user_id', '=', userId).execute()
  await tx
    .updateTable('user_profiles')
    .set({ two_factor_enabled: false, updated_at: now })
    .where('id', '=', userId)
    .execute()
}
