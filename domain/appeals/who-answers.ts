import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'

/**
 * Whether this person answers appeals about rentals of that owner: the closet itself; an admin for
 * an admin's listing, and for a closet that cannot sign in as one any more.
 */
export async function mayAnswer(read: DbOrTx, who: Person, ownerId: PersonId): Promise<boolean> {
  if (who.id === ownerId) return true
  if (who.accountType !== 'admin') return false
  const closet = await read
    .selectFrom('user_profiles')
    .select('id')
    .where('id', '=', ownerId)
    .where('account_type', '=', 'business')
    .where('business_status', '=', 'approved')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return closet === undefined
}
