import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import { type OpenDifference, openDifferences } from '#domain/payouts/payouts.ts'
import type { Admin } from '#domain/shared/actors.ts'

export type IntegrityViolation = {
  readonly check_name: string
  readonly subject: string
  readonly detail: string | null
}

/** The view reads every table; in a large shop it is stopped before it slows down requests. */
const LONGEST_MS = 20_000
const MAX_SHOWN = 100

/** Failed integrity checks, at most 101; none in a healthy shop. */
export async function integrityViolations(
  db: Db,
  admin: Admin,
): Promise<readonly IntegrityViolation[]> {
  return inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(LONGEST_MS)}`.execute(tx)
    const differences = await openDifferences(tx, admin)
    const violations = await tx
      .selectFrom('invariant_violations')
      .select(['check_name', 'subject', 'detail'])
      .limit(MAX_SHOWN + 1)
      .execute()
    return [...differences.map(asViolation), ...violations].slice(0, MAX_SHOWN + 1)
  })
}

/** Found by the comparison with Stripe's list. */
function asViolation(difference: OpenDifference): IntegrityViolation {
  const { kind, transferId, stripeTransferId, ourCents, stripeCents } = difference
  const subject = [transferId, stripeTransferId].filter(Boolean).join(' · ')
  const detail = `${kind}: ${ourCents ?? 'none'}, not ${stripeCents ?? 'none'}`
  return { check_name: 'our transfers are those of Stripe', subject, detail }
}
