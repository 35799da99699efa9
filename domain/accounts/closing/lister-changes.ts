import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

// Parts of commands that change a lister with too many items for one transaction. The change is
// recorded, and the job in change-items.ts applies it to the items in batches.

/** Whether the lister has more than 1,000 items, or an earlier change is not done yet. */
export async function hasManyItems(tx: Tx, listerId: PersonId): Promise<boolean> {
  const { isMany } = await tx
    .selectNoFrom(sql<boolean>`has_many_items(${listerId})`.as('isMany'))
    .executeTakeFirstOrThrow()
  return isMany
}

/** The caller has locked the account, so that nobody can rent one of the items meanwhile. */
export async function retireItemsLater(tx: Tx, listerId: PersonId): Promise<void> {
  await sql`select change_items_in_batches(${listerId}, p_retires => true)`.execute(tx)
}

type FormerAdmin = { readonly from: PersonId; readonly to: PersonId }

export async function transferListingsLater(tx: Tx, { from, to }: FormerAdmin): Promise<void> {
  await sql`select change_items_in_batches(${from}, p_transfers_to => ${to})`.execute(tx)
}

/** Pending transfers to a former admin go to another one instead, who keeps their own listings. */
export async function redirectTransfers(tx: Tx, { from, to }: FormerAdmin): Promise<void> {
  await tx
    .updateTable('lister_changes')
    .set({ transfers_to: sql`nullif(${to}::uuid, lister_id)` })
    .where('transfers_to', '=', from)
    .execute()
}
