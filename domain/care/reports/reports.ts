import { sql } from 'kysely'
import {
  type Db,
  type DbOrTx,
  inTransactionOrRollback,
  type Tx,
  violatedConstraint,
} from '#db/connection.ts'
import type { ReportedNoun, ReportReason } from '#db/enums.ts'
import type { PersonId, ReportId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { reportReceived } from './report-emails.ts'
import { findReportable, type ReportedId } from './reportable.ts'

export {
  type CarryOut,
  type DecideReportProblem,
  decideReportWith,
  type ReportDecision,
} from './decide-report.ts'

export type NewReport = {
  readonly noun: ReportedNoun
  readonly id: ReportedId
  readonly reason: ReportReason
  /** What is wrong: not empty, and at most `MAX_REPORT_CHARACTERS`. */
  readonly words: string
  readonly origin: string
}

export type ReportProblem =
  | { readonly reason: 'nothing-to-report' }
  | { readonly reason: 'own' }
  | { readonly reason: 'already-reported' }

/** Reports something the person can see to the admins. The other side is not told by whom. */
export async function report(
  db: Db,
  reporter: Person,
  { noun, id, reason, words, origin }: NewReport,
  now: Date,
): Promise<Outcome<{ readonly reportId: ReportId }, ReportProblem>> {
  try {
    return await inTransactionOrRollback(db, async (tx) => {
      // Waits for a concurrent closing of the account, which removes its name from reports.
      if (noun === 'person')
        await sql`select from user_profiles where id = ${id} for key share`.execute(tx)
      const found = await findReportable(tx, reporter, { noun, id })
      if (!found) return refused({ reason: 'nothing-to-report' })
      if (found.reportedId === reporter.id) return refused({ reason: 'own' })
      const reportId: ReportId = newId()
      await tx
        .insertInto('reports')
        .values({
          id: reportId,
          reporter_id: reporter.id,
          noun,
          noun_id: id,
          reported_id: found.reportedId,
          shown: [...found.shown].slice(0, MAX_SHOWN).join(''),
          reason,
          words,
          at: now,
        })
        .execute()
      const line = { action: 'report', noun, nounId: id, after: { reason } }
      await recordAction(tx, reporter, line, now)
      await confirm(tx, reporter, { noun, title: found.title, words, origin }, now)
      await enqueue(tx, 'tell-admins', { event: 'report', id: reportId })
      return done({ reportId })
    })
  } catch (error) {
    if (violatedConstraint(error) === 'one_open_report_per_person_and_thing')
      return refused({ reason: 'already-reported' })
    throw error
  }
}

/** When this person's open report about something was sent; null without one. */
export async function openReportOf(
  db: DbOrTx,
  reporter: Person,
  { noun, id }: { readonly noun: ReportedNoun; readonly id: ReportedId },
): Promise<{ readonly at: Date } | null> {
  const row = await db
    .selectFrom('reports')
    .select('at')
    .where('noun', '=', noun)
    .where('noun_id', '=', id)
    .where('reporter_id', '=', reporter.id)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Part of closing an account: reports about it show `name` from then on. */
export async function renameInReports(tx: Tx, personId: PersonId, name: string): Promise<void> {
  await tx
    .updateTable('reports')
    .set({ shown: name })
    .where('noun', '=', 'person')
    .where('reported_id', '=', personId)
    .execute()
}

const MAX_SHOWN = 4000

async function confirm(
  tx: Tx,
  { id, email, fullName }: Person,
  about: Omit<Parameters<typeof reportReceived>[0], 'fullName'>,
  now: Date,
): Promise<void> {
  const message = reportReceived({ fullName, ...about })
  await notify(tx, { ...message, to: email, recipientId: id }, now)
}
