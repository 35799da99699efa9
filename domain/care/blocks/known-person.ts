import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { AccountType } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'

export type KnownPerson = {
  readonly id: PersonId
  readonly fullName: string
  readonly accountType: AccountType
}

/**
 * Somebody whom a person can know: a closet with a public page, or the other side of a rental or a
 * conversation. Null for everybody else, so that nobody learns the name behind an id.
 */
export async function findKnownPerson(
  db: DbOrTx,
  viewerId: PersonId,
  id: PersonId,
): Promise<KnownPerson | null> {
  const found = await db
    .selectFrom('user_profiles as p')
    .select(['p.id', 'p.full_name as fullName', 'p.account_type as accountType'])
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .where(
      sql<boolean>`((p.account_type = 'business' and lister_is_in_good_standing(p))
        or exists (select from clothing_items i where i.business_id = p.id and i.is_public)
        or exists (select from conversations c where c.lister_id = ${viewerId}
          and c.shopper_id = p.id)
        or exists (select from conversations c where c.shopper_id = ${viewerId}
          and c.lister_id = p.id)
        or exists (select from rentals r where r.owner_id = ${viewerId} and r.renter_id = p.id)
        or exists (select from rentals r where r.renter_id = ${viewerId} and r.owner_id = p.id))`,
    )
    .executeTakeFirst()
  return found ?? null
}
