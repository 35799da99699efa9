import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

// Parts of commands that change a lister with more items than one transaction should. What their
// items have to follow is recorded, and the job in change-items.ts does it in batches.

/** Whether the lister has more than 1,000 items, or some that have not followed an earlier change. */
export async function hasManyItems(tx: Tx, listerId: PersonId): Promise<boolean> {
  const { isMany } = await tx
    .selectNoFrom(sql<boolean>`has_many_items(${listerId})`.as('isMany'))
    .executeTakeFirstOrThrow()
  return isMany
}

/** Behind the lock of the account, so that nobody rents one of the items meanwhile. */
export async function retireItemsLater(tx: Tx, listerId: PersonId): Promise<void> {
  await sql`select change_items_in_batches(${listerId}, p_retires => true)`.execute(tx)
}

type FormerAdmin = { readonly from: PersonId; readonly to: PersonId }

export async function transferListingsLater(tx: Tx, { from, to }: FormerAdmin): Promise<void> {
  await sql`select change_items_in_batches(${from}, p_transfers_to => ${to})`.execute(tx)
}

/** What would still pass to a former admin passes to another one, or stays with that one. */
export async function redirectTransfers(tx: Tx, { from, to }: FormerAdmin): Promise<void> {
  await tx
    .updateTable('lister_changes')
    .set({ transfers_to: sql`nullif(${to}::uuid, lister_id)` })
    .where('transfers_to', '=', from)
    .execute()
}
