import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'

/**
 * Whether this person answers return requests about rentals of that owner: the closet itself; an
 * admin for an admin's listing, and for a closet that cannot sign in as one any more.
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

type Parties = { readonly ownerId: PersonId; readonly answeredBy: PersonId | null }

/** Nobody decides about an item that they lent, or a request that they contested. */
export function isOwnDecision(adminId: PersonId, { ownerId, answeredBy }: Parties): boolean {
  return adminId === ownerId || adminId === answeredBy
}

/** Somebody has to decide: an admin whose own case it is, when it is the case of all of them. */
export async function someoneElseMayDecide(
  read: DbOrTx,
  { ownerId, answeredBy }: Parties,
): Promise<boolean> {
  const other = await read
    .selectFrom('user_profiles')
    .select('id')
    .where('account_type', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where('id', 'not in', answeredBy ? [ownerId, answeredBy] : [ownerId])
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
