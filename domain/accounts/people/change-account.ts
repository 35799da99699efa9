import type { Updateable } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { UserProfiles } from '#db/types.ts'

/** The parts of an account that admins and applications can change. */
type AccountChanges = Pick<
  Updateable<UserProfiles>,
  'account_type' | 'business_status' | 'city' | 'state' | 'driving_distance'
>

/** Part of a command that holds the lock on the account. */
export async function changeAccount(
  tx: Tx,
  personId: PersonId,
  changes: AccountChanges,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('user_profiles')
    .set({ ...changes, updated_at: now })
    .where('id', '=', personId)
    .execute()
}
