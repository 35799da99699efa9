import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { ReportedNoun, ReportOutcome } from '#db/enums.ts'
import type { PersonId, ReportId } from '#db/ids.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { reportDecided, reportedDecided } from './report-emails.ts'
import { MAX_ACT_CHARACTERS, MAX_DECIDED_AT_ONCE, MAX_REPORT_CHARACTERS } from './report-limits.ts'
import { titleIn } from './report-words.ts'
import { stateOfReported } from './reported-state.ts'

export type ReportDecision = {
  readonly reportId: ReportId
  readonly outcome: ReportOutcome
  /** Shown to both sides. */
  readonly reasons: string
  readonly origin: string
}

export type DecideReportProblem =
  | { readonly reason: 'report-not-found' }
  | { readonly reason: 'already-decided'; readonly by: string | null }
  /** The admin is the reporter or the reported person, and another admin can decide. */
  | { readonly reason: 'own-case' }
  | { readonly reason: 'reasons-missing' }
  | { readonly reason: 'reasons-too-long'; readonly max: number }
  | ActProblem

/** Why an outcome cannot be carried out. */
export type ActProblem =
  /** Admins are not blocked; their account type is changed first. */
  | { readonly reason: 'is-admin' }
  /** A review is not hidden for its stars. */
  | { readonly reason: 'only-stars' }
  /** A person is blocked, not removed. */
  | { readonly reason: 'not-removable' }

/** What is to be removed, or who is to be blocked. */
export type ReportAct = {
  readonly noun: ReportedNoun
  readonly nounId: string
  readonly reportedId: PersonId
  readonly outcome: 'removed' | 'blocked'
  readonly reasons: string
}

/**
 * Carries out an outcome in the transaction of the decision, without an email. Returns what the
 * reported person should know about it besides the decision.
 */
export type CarryOut = (
  tx: Tx,
  admin: Admin,
  act: ReportAct,
  now: Date,
) => Promise<Outcome<{ readonly details: readonly string[] }, ActProblem>>

/**
 * An admin decides a report, and with it all other open reports about the same thing. `carryOut`
 * removes or blocks, unless that has happened already. Both sides get one email, with the outcome
 * and the reasons.
 */
export async function decideReportWith(
  db: Db,
  admin: Admin,
  decision: ReportDecision,
  carryOut: CarryOut,
  now: Date,
): Promise<Outcome<{ readonly decided: number }, DecideReportProblem>> {
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const report = await lockReport(tx, decision.reportId)
    if (!report) return refused({ reason: 'report-not-found' })
    if (report.decided_at)
      return report.decided_by === admin.id && report.outcome === decision.outcome
        ? done({ decided: 0 })
        : refused({ reason: 'already-decided', by: report.decided_by_name })
    const isOwn = report.reported_id === admin.id || report.reporter_id === admin.id
    if (isOwn && (await hasOtherAdmin(tx, admin.id))) return refused({ reason: 'own-case' })
    const reasons = decision.reasons.trim()
    if (reasons === '') return refused({ reason: 'reasons-missing' })
    if ([...reasons].length > MAX_REPORT_CHARACTERS)
      return refused({ reason: 'reasons-too-long', max: MAX_REPORT_CHARACTERS })
    const { outcome, origin } = decision
    const { noun, noun_id: nounId, reported_id: reportedId } = report
    const details: string[] = []
    if (
      (outcome === 'removed' || outcome === 'blocked') &&
      !(await isInForce(tx, report, outcome))
    ) {
      if ([...reasons].length > MAX_ACT_CHARACTERS)
        return refused({ reason: 'reasons-too-long', max: MAX_ACT_CHARACTERS })
      const act = { noun, nounId, reportedId, outcome, reasons }
      const carriedOut = await carryOut(tx, admin, act, now)
      if (!carriedOut.ok) return rollBack(carriedOut)
      details.push(...carriedOut.value.details)
    }
    const changes = {
      decided_at: now,
      decided_by: admin.id,
      outcome,
      outcome_reasons: reasons,
      told_at: now,
    }
    const same = await openReportsAbout(tx, report)
    await tx
      .updateTable('reports')
      .set(changes)
      .where(
        'id',
        'in',
        same.map(({ id }) => id),
      )
      .execute()
    const after = { outcome, reasons, reports: same.length }
    await recordAction(tx, admin, { action: 'decide report', noun, nounId, after }, now)
    const about = { noun, title: titleIn(report.shown), outcome, reasons, origin }
    for (const { full_name, email, reporter_id, reason, deleted_at } of same) {
      // Deleted accounts get no email.
      if (deleted_at) continue
      const message = reportDecided({ ...about, reason, fullName: full_name })
      await notify(tx, { ...message, to: email, recipientId: reporter_id }, now)
    }
    await notifyReported(tx, report, { ...about, details }, now)
    return done({ decided: same.length })
  })
}

async function isInForce(
  tx: Tx,
  report: Parameters<typeof stateOfReported>[1],
  outcome: ReportAct['outcome'],
): Promise<boolean> {
  const { isRemoved, isBlocked } = await stateOfReported(tx, report)
  return outcome === 'removed' ? isRemoved : isBlocked
}

async function lockReport(tx: Tx, id: ReportId) {
  await tx.selectFrom('reports').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  // Only now: a statement that waits for a lock joins rows as they were before it waited.
  return await tx
    .selectFrom('reports as r')
    .leftJoin('user_profiles as a', 'a.id', 'r.decided_by')
    .select([
      'r.noun',
      'r.noun_id',
      'r.reported_id',
      'r.reporter_id',
      'r.shown',
      'r.reason',
      'r.id',
    ])
    .select(['r.decided_at', 'r.decided_by', 'r.outcome'])
    .select('a.full_name as decided_by_name')
    .where('r.id', '=', id)
    .executeTakeFirst()
}

/** The open reports about the same thing, including this one, with their reporters. */
async function openReportsAbout(
  tx: Tx,
  {
    id,
    noun,
    noun_id,
  }: { readonly id: ReportId; readonly noun: ReportedNoun; readonly noun_id: string },
) {
  return await tx
    .selectFrom('reports as r')
    .innerJoin('user_profiles as p', 'p.id', 'r.reporter_id')
    .select(['r.id', 'r.reporter_id', 'r.reason', 'p.full_name', 'p.email', 'p.deleted_at'])
    .where('r.noun', '=', noun)
    .where(sql<boolean>`r.noun_id = ${noun_id}`)
    .where('r.decided_at', 'is', null)
    .orderBy(sql`r.id = ${id} desc, r.at, r.id`)
    .limit(MAX_DECIDED_AT_ONCE)
    .forNoKeyUpdate('r')
    .execute()
}

async function notifyReported(
  tx: Tx,
  report: {
    readonly reported_id: PersonId
    readonly shown: string
    readonly reason: Parameters<typeof reportedDecided>[0]['reason']
  },
  about: Omit<Parameters<typeof reportedDecided>[0], 'fullName' | 'shown' | 'reason'>,
  now: Date,
): Promise<void> {
  const reported = await tx
    .selectFrom('user_profiles')
    .select(['full_name', 'email'])
    .where('id', '=', report.reported_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!reported) return
  const { shown, reason } = report
  const message = reportedDecided({ ...about, shown, reason, fullName: reported.full_name })
  await notify(tx, { ...message, to: reported.email, recipientId: report.reported_id }, now)
}

async function hasOtherAdmin(read: DbOrTx, adminId: PersonId): Promise<boolean> {
  const other = await read
    .selectFrom('user_profiles')
    .select('id')
    .where('account_type', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where('id', '<>', adminId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
