import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

/** Whether a transfer to this owner is pending. */
export async function hasPendingTransfer(db: DbOrTx, ownerId: PersonId): Promise<boolean> {
  const pending = await db
    .selectFrom('transfers')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('status', '=', sql.lit('pending' as const))
    .executeTakeFirst()
  return pending !== undefined
}
