import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'

export type { Auth } from '#domain/accounts/sign-in/auth.ts'
export { type NotProven, type Proof, proveOwner } from '#domain/accounts/sign-in/own-password.ts'
export { revokePendingAccess } from '#domain/accounts/sign-in/pending-access.ts'
export { isReservedName } from '#domain/accounts/sign-in/reserved-names.ts'
export { openSealed, sealSecret } from '#domain/accounts/sign-in/sealed-secret.ts'
export { countUnconfirmed } from '#domain/accounts/sign-in/unconfirmed-addresses.ts'
export { blockCustomer } from './block.ts'
export { changeAccount } from './change-account.ts'
export { anonymizeProfile, removeCredentials } from './close-person.ts'
export { formerMember } from './former-member.ts'
export { openAdminAccount } from './make-admin.ts'
export { searchPeople } from './people-list.ts'
export { canManagePlan, stopRenewalLater } from './plan-access.ts'
export type { Delivery } from './profiles.ts'

/**
 * Whether a person has deleted their account. Reliable under the lock of their wallet, which
 * deleting takes too.
 */
export async function hasLeft(read: DbOrTx, userId: PersonId): Promise<boolean> {
  const row = await read
    .selectFrom('user_profiles')
    .select('deleted_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.deleted_at != null
}

/**
 * Stores delivery details for a person's next rental: the address, and the phone number if they
 * have none yet. A closet's phone number is public, so it is never taken from a delivery. Empty
 * values change nothing.
 */
export async function saveDeliveryDetails(
  tx: Tx,
  person: Person,
  values: { readonly phone: string | null; readonly address: string | null },
  now: Date,
): Promise<void> {
  const phone = person.accountType === 'business' ? null : values.phone
  if (phone === null && values.address === null) return
  await tx
    .updateTable('user_profiles')
    .set({
      delivery_address: sql`coalesce(${values.address}::text, delivery_address)`,
      phone: sql`coalesce(phone, ${phone}::text)`,
      updated_at: now,
    })
    .where('id', '=', person.id)
    .where('deleted_at', 'is', null)
    .execute()
}
