import type { DbOrTx } from '#db/connection.ts'
import type { RatingSide } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'

/** The people of a rental. */
export type Sides = { readonly renter_id: PersonId; readonly owner_id: PersonId }

/**
 * The side of a rental for which this person writes: the renter or the owner. Any admin writes for
 * listings of admins. Null for everybody else, and for a former closet.
 */
export async function sideOf(
  read: DbOrTx,
  who: Person,
  { renter_id, owner_id }: Sides,
): Promise<RatingSide | null> {
  if (who.id === renter_id) return 'renter'
  if (who.accountType === 'business') return who.id === owner_id ? 'owner' : null
  if (who.accountType !== 'admin') return null
  if (who.id === owner_id) return 'owner'
  const owner = await read
    .selectFrom('user_profiles')
    .select('account_type')
    .where('id', '=', owner_id)
    .executeTakeFirst()
  return owner?.account_type === 'admin' ? 'owner' : null
}
