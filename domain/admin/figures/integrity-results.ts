import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import { enqueue } from '#db/jobs.ts'
import type { StoredViolation } from '#db/stored-violation.ts'
import { type OpenDifference, openDifferences } from '#domain/money/payouts/payouts.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { checkNames, type IntegrityViolation, violationsOf } from './integrity-checks.ts'

// The checks read whole tables, so a job runs them, and pages and metrics show its results.

export const MAX_VIOLATIONS = 100

/** Cheap checks run together. */
const BATCH_SIZE = 12
const LIMITS = {
  /** For a group; if it takes longer, its checks run one by one. */
  togetherMs: 20_000,
  /** About ten times what the slowest check takes with a million rentals. */
  aloneMs: 300_000,
}

/** A check is repeated after a thousand times its duration, so that all need a tenth of a core. */
const PAUSE = { factor: 1000, minMs: 15 * 60_000, maxMs: 12 * 3_600_000 }

export type StoredChecks = {
  readonly violations: readonly IntegrityViolation[]
  /** How many checks have a result. */
  readonly checks: number
  /** Checks that were requested since their last run. */
  readonly waiting: number
  /** The time of the oldest result; null when there are none. */
  readonly at: Date | null
  /** Checks that took too long, or whose connection was ended. */
  readonly unfinished: readonly string[]
}

/** The latest violations, and the open differences from Stripe's list; at most 101 in total. */
export async function storedChecks(db: DbOrTx, admin: Admin): Promise<StoredChecks> {
  const [found, differences] = await Promise.all([readResults(db), openDifferences(db, admin)])
  const violations = [...differences.map(asViolation), ...found.violations]
  return { ...found, violations: violations.slice(0, MAX_VIOLATIONS + 1) }
}

/** The same without the differences from Stripe's list, for the operator. */
export async function readResults(db: DbOrTx): Promise<StoredChecks> {
  const results = await db
    .selectFrom('integrity_results')
    .select(['check_name', 'checked_at', 'requested_at', 'is_complete', 'violations'])
    .orderBy('check_name')
    .execute()
  const times = results.map((row) => row.checked_at.getTime())
  return {
    violations: results.flatMap((row) =>
      row.violations.map((found) => ({ check_name: row.check_name, ...found })),
    ),
    checks: results.length,
    waiting: results.filter(
      ({ requested_at, checked_at }) => requested_at !== null && requested_at > checked_at,
    ).length,
    at: times.length > 0 ? new Date(Math.min(...times)) : null,
    unfinished: results.filter((row) => !row.is_complete).map((row) => row.check_name),
  }
}

export async function requestChecks(db: Db, _admin: Admin, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.updateTable('integrity_results').set({ requested_at: now }).execute()
    await enqueue(tx, 'check-integrity', {}, { key: 'check-integrity' })
  })
}

type Run = {
  readonly clock: () => Date
  readonly elapsed?: () => number
  readonly stop?: AbortSignal
  readonly limits?: typeof LIMITS
}

/**
 * Runs the checks that were requested, have never run, or are due again. Each result is stored at
 * once, so that the next run continues one that ends early.
 */
export async function runDueChecks(
  db: Db,
  { clock, elapsed = () => performance.now(), stop, limits = LIMITS }: Run,
): Promise<void> {
  const due = await dueChecks(db, clock())
  const timed = async (group: readonly string[], maxCheckMs: number) => {
    const began = elapsed()
    const found = await violationsOf(db, group, { max: MAX_VIOLATIONS, maxCheckMs })
    return { found, tookMs: Math.round((elapsed() - began) / group.length) }
  }
  for (let from = 0; from < due.length && !stop?.aborted; from += BATCH_SIZE) {
    const group = due.slice(from, from + BATCH_SIZE)
    const at = clock()
    const { found, tookMs } = await timed(group, limits.togetherMs)
    // With too many violations, one check may have hidden those of others.
    if (found && found.length < MAX_VIOLATIONS) {
      for (const name of group)
        await store(db, { name, at, tookMs, found: found.filter((one) => one.check_name === name) })
      continue
    }
    for (const name of group) {
      if (stop?.aborted) return
      const alone = await timed([name], limits.aloneMs)
      await store(db, { name, at, ...alone })
    }
  }
}

/** The names of the checks to run. Deletes the results of removed checks. */
async function dueChecks(db: Db, now: Date): Promise<string[]> {
  const names = await checkNames(db)
  await db.deleteFrom('integrity_results').where('check_name', 'not in', names).execute()
  const fresh = await db
    .selectFrom('integrity_results')
    .select('check_name')
    .where((where) =>
      where.or([
        where('requested_at', 'is', null),
        where(sql`requested_at`, '<=', sql`checked_at`),
      ]),
    )
    .where(
      sql<boolean>`checked_at + least(greatest(took_ms * ${PAUSE.factor}::float8, ${PAUSE.minMs}),
        ${PAUSE.maxMs}) * interval '1 millisecond' > ${now}`,
    )
    .execute()
  const isFresh = new Set(fresh.map((row) => row.check_name))
  return names.filter((name) => !isFresh.has(name))
}

type Result = {
  readonly name: string
  /** When the check started; later changes are not included. */
  readonly at: Date
  readonly tookMs: number
  /** Null when the check did not finish. */
  readonly found: readonly IntegrityViolation[] | null
}

async function store(db: Db, { name, at, tookMs, found }: Result): Promise<void> {
  const violations: StoredViolation[] = (found ?? []).map(({ subject, detail }) => ({
    subject,
    detail,
  }))
  const result = {
    checked_at: at,
    took_ms: tookMs,
    is_complete: found !== null,
    violations: JSON.stringify(violations),
  }
  await db
    .insertInto('integrity_results')
    .values({ check_name: name, ...result })
    .onConflict((conflict) => conflict.column('check_name').doUpdateSet(result))
    .execute()
}

/** A difference found by the comparison with Stripe's list, shown like a violation. */
function asViolation(difference: OpenDifference): IntegrityViolation {
  const { kind, transferId, stripeTransferId, ourCents, stripeCents } = difference
  const subject = [transferId, stripeTransferId].filter(Boolean).join(', ')
  const detail = `${kind}: ${ourCents ?? 'none'}, not ${stripeCents ?? 'none'}`
  return { check_name: 'our transfers are those of Stripe', subject, detail }
}
