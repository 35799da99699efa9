import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

// An admin who had a part in a rental does not decide about it while another admin can.

/** The renter, the owner, and whoever has acted for the closet: answered, or withheld money. */
export type Parties = readonly [PersonId, ...(PersonId | null)[]]

/** Whether this admin had a part in the case: they rented, lent, withheld or answered. */
export function isOwnDecision(adminId: PersonId, parties: Parties): boolean {
  return parties.includes(adminId)
}

/** The note in the audit log when an admin decided their own case. */
export const OWN_DECISION = 'own decision, as no other admin could decide'

/** Whether an admin without a part in the case exists; otherwise any admin may decide it. */
export async function someoneElseMayDecide(read: DbOrTx, parties: Parties): Promise<boolean> {
  const other = await read
    .selectFrom('user_profiles')
    .select('id')
    .where('account_type', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where(
      'id',
      'not in',
      parties.filter((id) => id !== null),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Whether this admin had a part in the case, so that another one has to decide. */
export async function isForAnotherAdmin(
  read: DbOrTx,
  adminId: PersonId,
  parties: Parties,
): Promise<boolean> {
  return isOwnDecision(adminId, parties) && (await someoneElseMayDecide(read, parties))
}
