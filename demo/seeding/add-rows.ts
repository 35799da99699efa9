import type { InsertObject } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { DB } from '#db/types.ts'

/** Adds rows of the demo; those that an earlier run has added stay as they are. */
export async function addRows<Table extends keyof DB>(
  db: DbOrTx,
  table: Table,
  rows: InsertObject<DB, Table> | readonly InsertObject<DB, Table>[],
): Promise<void> {
  await db
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
