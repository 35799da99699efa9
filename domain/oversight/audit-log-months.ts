import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'

/**
 * Adds the partitions of the audit log for this month and the next three. It gives way to long reads:
 * there is a quarter of a year to try again, and a line of a month without a partition is stored too.
 */
export async function addAuditLogMonths(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local lock_timeout = 1000`.execute(tx)
    await tx
      .selectNoFrom(sql<number>`add_audit_log_months(${now})`.as('added'))
      .executeTakeFirstOrThrow()
  })
}

export type ArchivedLines = {
  /** The lines before this time are not in the log any more. */
  readonly before: Date
  readonly lines: number
  readonly archivedAt: Date
}

/** What an operator has moved to files; null if that is nothing. */
export async function archivedLines(db: DbOrTx, _admin: Admin): Promise<ArchivedLines | null> {
  const { before, lines, at } = await db
    .selectFrom('archived_audit_months')
    .select((read) => [
      read.fn.max('ends_at').as('before'),
      read.fn.max('archived_at').as('at'),
      sql<number>`coalesce(sum(lines), 0)::float8`.as('lines'),
    ])
    .executeTakeFirstOrThrow()
  return before && at ? { before, lines, archivedAt: at } : null
}
