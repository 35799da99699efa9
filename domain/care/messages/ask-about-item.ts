import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ConversationId, ItemId, PersonId } from '#db/ids.ts'
import { eitherBlocked } from '#domain/care/blocks/blocks.ts'
import type { Person } from '#domain/shared/actors.ts'

export type AskableItem = {
  readonly itemId: ItemId
  readonly title: string
  readonly imageUrl: string | null
  readonly lister: { readonly id: PersonId; readonly fullName: string }
  /** One of the two has blocked the other. */
  readonly isBlocked: boolean
  /** Their existing conversation about the item, if any. */
  readonly conversationId: ConversationId | null
}

/**
 * An item that a shopper can ask about: one that is public or that they have rented, and not their
 * own. Null for other items, and for admins, who do not rent.
 */
export async function findAskable(
  read: DbOrTx,
  person: Person,
  itemId: ItemId,
): Promise<AskableItem | null> {
  if (person.accountType === 'admin') return null
  const row = await read
    .selectFrom('clothing_items as i')
    .innerJoin('user_profiles as l', 'l.id', 'i.business_id')
    .leftJoin('conversations as c', (join) =>
      join.onRef('c.item_id', '=', 'i.id').on('c.shopper_id', '=', person.id),
    )
    .select(['i.id', 'i.title', 'i.image_url', 'l.id as lister_id', 'l.full_name', 'c.id as known'])
    .select(eitherBlocked(sql.ref('l.id'), sql`${person.id}::uuid`).as('blocked'))
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
  return {
    itemId: row.id,
    title: row.title,
    imageUrl: row.image_url,
    lister: { id: row.lister_id, fullName: row.full_name },
    isBlocked: row.blocked,
    conversationId: row.known,
  }
}
