import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { eitherBlocked } from '#domain/care/blocks/blocks.ts'
import type { Person } from '#domain/shared/actors.ts'

/**
 * An item that a shopper can ask about: one that is public or that they have rented, and not their
 * own. Null for other items, and for admins, who do not rent.
 */
export async function findAskable(read: DbOrTx, person: Person, itemId: ItemId) {
  if (person.accountType === 'admin') return null
  const row = await read
    .selectFrom('clothing_items as i')
    .innerJoin('user_profiles as l', 'l.id', 'i.business_id')
    .leftJoin('conversations as c', (join) =>
      join.onRef('c.item_id', '=', 'i.id').on('c.shopper_id', '=', person.id),
    )
    .select(['i.id as itemId', 'i.title', 'i.image_url as imageUrl', 'l.id', 'l.full_name'])
    // Their existing conversation about the item, if any.
    .select('c.id as conversationId')
    .select(eitherBlocked(sql.ref('l.id'), sql`${person.id}::uuid`).as('isBlocked'))
    .where('i.id', '=', itemId)
    .where('i.business_id', '<>', person.id)
    .where('l.deleted_at', 'is', null)
    .where(
      sql<boolean>`(i.approval_status = 'approved' and i.deleted_at is null
        and i.lister_in_good_standing and lister_is_in_good_standing(l) or exists (select from rentals r
        where r.item_id = i.id and r.renter_id = ${person.id}))`,
    )
    .executeTakeFirst()
  if (!row) return null
  const { id, full_name: fullName, ...item } = row
  return { ...item, lister: { id, fullName } }
}
