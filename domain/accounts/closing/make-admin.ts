import { type Db, inTransaction } from '#db/connection.ts'
import { type Auth, openAdminAccount } from '#domain/accounts/people/people.ts'
import { followAccountType } from './follow-account-type.ts'

type Made = Awaited<ReturnType<typeof openAdminAccount>>

/**
 * Makes an admin. Only for the operator of the shop, never called for a visitor. An existing
 * account becomes an admin with the new password, even if it was blocked. Also restores access for
 * an admin who has lost the second factor.
 */
export async function makeAdmin(
  db: Db,
  auth: Auth,
  admin: Parameters<typeof openAdminAccount>[2],
  now: Date,
): Promise<Made> {
  return inTransaction<Made>(db, async (tx) => {
    const made = await openAdminAccount(tx, auth, admin, now)
    if (made.ok) await followAccountType(tx, made.value.id, 'admin', now)
    return made
  })
}
