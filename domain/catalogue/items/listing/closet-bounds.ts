import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { MAX_CLOSET_DRAFTS, MAX_CLOSET_ITEMS } from './closet-limits.ts'

/** Whether a closet could not add this many items. */
export async function hasNoRoomFor(
  db: DbOrTx,
  owner: ClosetOwner,
  added: number,
): Promise<boolean> {
  const items = db
    .selectFrom('clothing_items')
    .select('id')
    .where('business_id', '=', owner.id)
    .where('deleted_at', 'is', null)
  const row = await db
    .selectNoFrom((select) => [
      select
        .selectFrom(items.limit(MAX_CLOSET_ITEMS).as('i'))
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('items'),
      select
        .selectFrom(
          items
            .where('image_id', 'is', null)
            .where('approval_status', '=', sql.lit('pending' as const))
            .limit(MAX_CLOSET_DRAFTS)
            .as('i'),
        )
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('drafts'),
    ])
    .executeTakeFirstOrThrow()
  return (
    Number(row.items) + added > MAX_CLOSET_ITEMS || Number(row.drafts) + added > MAX_CLOSET_DRAFTS
  )
}
