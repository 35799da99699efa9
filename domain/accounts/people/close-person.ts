import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { revokeTokensOf } from '#domain/accounts/sign-in/revoke-api-tokens.ts'
import { formerMember } from './former-member.ts'

// The effects of closing an account on the tables of people, for domain/accounts/closing/close-account.ts.

/** Removes all access: password, second factor, sessions, emailed links, API tokens. */
export async function removeCredentials(tx: Tx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('auth_sessions').where('user_id', '=', personId).execute()
  await tx.deleteFrom('auth_accounts').where('user_id', '=', personId).execute()
  await tx.deleteFrom('auth_two_factors').where('user_id', '=', personId).execute()
  await tx.deleteFrom('second_steps').where('user_id', '=', personId).execute()
  await tx.deleteFrom('email_changes').where('user_id', '=', personId).execute()
  await tx.deleteFrom('auth_verifications').where('value', '=', personId).execute()
  await revokeTokensOf(tx, personId)
}

/** Removes personal data from a profile. The row stays, since payments and rentals refer to it. */
export async function anonymizeProfile(tx: Tx, personId: PersonId, now: Date): Promise<void> {
  const { name, email } = formerMember(personId)
  await tx
    .updateTable('user_profiles')
    .set({
      full_name: name,
      email,
      email_verified: false,
      image: null,
      phone: null,
      city: null,
      state: null,
      instagram_handle: null,
      delivery_address: null,
      delivery_notes: null,
      return_instructions: null,
      driving_distance: null,
      zip: null,
      account_type: 'regular',
      business_status: null,
      two_factor_enabled: false,
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', personId)
    .execute()
}
