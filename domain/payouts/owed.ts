import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

export type Owed = {
  /** In no transfer; below 0, the person owes it to the shop. */
  readonly cents: number
  /** A transfer of theirs is pending. */
  readonly isUnderWay: boolean
}

/** What a person is owed, in either direction; null when nothing keeps them from leaving. */
export async function owedTo(read: DbOrTx | Tx, ownerId: PersonId): Promise<Owed | null> {
  const owed = await read
    .selectFrom('earnings')
    .select([
      sql<number>`coalesce(sum(amount_cents), 0)::int`.as('cents'),
      sql<boolean>`exists (select from transfers
        where owner_id = ${ownerId} and status = 'pending')`.as('isUnderWay'),
    ])
    .where('owner_id', '=', ownerId)
    .where('transfer_id', 'is', null)
    .executeTakeFirstOrThrow()
  return owed.cents !== 0 || owed.isUnderWay ? owed : null
}
