import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'

/**
 * Adds the partitions of the audit log for this month and the next three. It fails rather than wait
 * for long reads: there are months to retry, and lines without a partition of their month are
 * stored too.
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
  /** The lines before this time are no longer in the log. */
  readonly before: Date
  readonly lines: number
  readonly archivedAt: Date
}

/** The lines that an operator has moved to files; null if there are none. */
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
