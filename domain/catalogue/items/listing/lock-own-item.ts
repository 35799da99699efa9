import type { Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { fieldColumns } from '#domain/catalogue/items/fields/item-fields.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'

/**
 * Locks the item like renting does, so that the two cannot interleave. Admins manage their listings
 * together, so each admin can change the listings of all admins.
 */
export async function lockOwnItem(tx: Tx, lister: ClosetOwner | Admin, itemId: ItemId) {
  const item = await tx
    .selectFrom('clothing_items as i')
    .select(fieldColumns)
    .select(['id', 'image_id', 'brand_id', 'paused', 'approval_status'])
    .select(['advance_booking', 'turnaround_days'])
    .where('id', '=', itemId)
    .where((where) =>
      lister.accountType === 'admin'
        ? where('business_id', 'in', (people) =>
            people
              .selectFrom('user_profiles')
              .select('user_profiles.id')
              .where('account_type', '=', 'admin'),
          )
        : where('business_id', '=', lister.id),
    )
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return item ?? null
}
