import { sql } from 'kysely'
import { type Db, inTransaction, sqlState } from '#db/connection.ts'
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

export type CheckedInParts = {
  readonly violations: readonly IntegrityViolation[]
  /** How many checks there are. */
  readonly checks: number
  /** Those that took too long. */
  readonly unfinished: readonly string[]
}

type Limits = {
  readonly max: number
  readonly longestMs?: number
  readonly sizes?: readonly number[]
}

/** All at once; where that takes too long, in groups; and in a slow group one by one. */
const SIZES = [Number.MAX_SAFE_INTEGER, 12, 1]

/**
 * Every integrity check, in statements that a large shop can complete: only a check that takes too
 * long by itself remains open. At most `max` violations of each statement.
 */
export async function checkInParts(
  db: Db,
  { max, longestMs = LONGEST_MS, sizes = SIZES }: Limits,
): Promise<CheckedInParts> {
  const names = await checkNames(db)
  const violations: IntegrityViolation[] = []
  let open = names
  for (const size of sizes) {
    const unfinished: string[] = []
    for (let from = 0; from < open.length; from += size) {
      const group = open.slice(from, from + size)
      const found = await violationsOf(db, group, { max, longestMs })
      if (found) violations.push(...found)
      else unfinished.push(...group)
    }
    open = unfinished
  }
  return { violations, checks: names.length, unfinished: open }
}

/** Null when it took too long. */
async function violationsOf(
  db: Db,
  names: readonly string[],
  { max, longestMs }: { readonly max: number; readonly longestMs: number },
): Promise<IntegrityViolation[] | null> {
  try {
    return await inTransaction(db, async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx)
      return (
        tx
          .selectFrom('invariant_violations')
          .select(['check_name', 'subject', 'detail'])
          // Constants, so that no other check is planned or run.
          .where(
            'check_name',
            'in',
            names.map((name) => sql.lit(name)),
          )
          .limit(sql.lit(max))
          .execute()
      )
    })
  } catch (error) {
    if (sqlState(error) === CANCELED) return null
    throw error
  }
}

const CANCELED = '57014'

/** Later views leave out some checks of earlier ones, which then find nothing. */
async function checkNames(db: Db): Promise<string[]> {
  const { names } = await db
    .selectNoFrom(
      sql<string[]>`array(
        select distinct replace(named[1], '''''', '''') as name
        from pg_views, regexp_matches(definition, '''((?:[^'']|'''')+)''::text AS check_name', 'g') named
        where schemaname = current_schema() and starts_with(viewname, 'invariant_violations')
        order by name)`.as('names'),
    )
    .executeTakeFirstOrThrow()
  return names
}

/** Found by the comparison with Stripe's list. */
function asViolation(difference: OpenDifference): IntegrityViolation {
  const { kind, transferId, stripeTransferId, ourCents, stripeCents } = difference
  const subject = [transferId, stripeTransferId].filter(Boolean).join(' · ')
  const detail = `${kind}: ${ourCents ?? 'none'}, not ${stripeCents ?? 'none'}`
  return { check_name: 'our transfers are those of Stripe', subject, detail }
}
