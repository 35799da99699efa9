import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

/**
 * Waits for concurrent changes of the account, such as taking its approval back, and holds off later
 * ones. False if it is no longer an approved closet.
 */
export async function lockCloset(tx: Tx, id: PersonId): Promise<boolean> {
  const closet = await tx
    .selectFrom('user_profiles')
    .select('id')
    .where('id', '=', id)
    .where('account_type', '=', sql.lit('business' as const))
    .where('business_status', '=', sql.lit('approved' as const))
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return closet !== undefined
}
