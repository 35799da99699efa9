import { sql } from 'kysely'
import {
  type Db,
  type DbOrTx,
  inTransaction,
  isDatabaseUnavailable,
  withQueryTimeout,
} from '#db/connection.ts'

export type IntegrityViolation = {
  readonly check_name: string
  readonly subject: string
  readonly detail: string | null
}

/** Statements that take longer are cancelled before they slow down requests. */
const MAX_CHECK_MS = 20_000

export type CheckedInParts = {
  readonly violations: readonly IntegrityViolation[]
  /** How many checks there are. */
  readonly checks: number
  /** Checks that took too long, or whose connection was ended. */
  readonly unfinished: readonly string[]
}

type Limits = {
  readonly max: number
  readonly maxCheckMs?: number
  readonly sizes?: readonly number[]
}

/** All at once; if that takes too long, in groups; in a slow group, one by one. */
const SIZES = [Number.MAX_SAFE_INTEGER, 12, 1]

/**
 * Runs every integrity check, in statements that a large shop can complete: only a check that takes
 * too long by itself stays unfinished. At most `max` violations per statement.
 */
export async function checkInParts(
  db: Db,
  { max, maxCheckMs = MAX_CHECK_MS, sizes = SIZES }: Limits,
): Promise<CheckedInParts> {
  const names = await checkNames(db)
  const violations: IntegrityViolation[] = []
  let open = names
  for (const size of sizes) {
    const unfinished: string[] = []
    for (let from = 0; from < open.length; from += size) {
      const group = open.slice(from, from + size)
      const found = await violationsOf(db, group, { max, maxCheckMs })
      if (found) violations.push(...found)
      else unfinished.push(...group)
    }
    open = unfinished
  }
  return { violations, checks: names.length, unfinished: open }
}

/** Null if it took too long, or if its connection was ended, as poolers do after a while. */
export async function violationsOf(
  db: Db,
  names: readonly string[],
  { max, maxCheckMs }: { readonly max: number; readonly maxCheckMs: number },
): Promise<IntegrityViolation[] | null> {
  let hasBegun = false
  try {
    return await withQueryTimeout(maxCheckMs + MARGIN_MS, () =>
      inTransaction(db, async (tx) => {
        await sql`set local statement_timeout = ${sql.lit(maxCheckMs)}`.execute(tx)
        hasBegun = true
        return (
          tx
            .selectFrom('invariant_violations')
            .select(['check_name', 'subject', 'detail'])
            // Constants, so that the planner drops all other checks.
            .where(
              'check_name',
              'in',
              names.map((name) => sql.lit(name)),
            )
            .limit(max)
            .execute()
        )
      }),
    )
  } catch (error) {
    if (hasBegun && isDatabaseUnavailable(error)) return null
    throw error
  }
}

/** Extra time for the client, so that PostgreSQL's own limit applies first. */
const MARGIN_MS = 5_000

/** Reads the names of the checks from the definitions of the views that contain them. */
export async function checkNames(db: DbOrTx): Promise<string[]> {
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
