import type { Db } from '#db/connection.ts'
import type { ReportedNoun, ReportReason } from '#db/enums.ts'
import type { ReportId } from '#db/ids.ts'
import { decideReport } from '#domain/accounts/closing/decide-report.ts'
import { report } from '#domain/care/reports/reports.ts'
import { asAdmin } from '#domain/shared/actors.ts'
import type { DemoContext } from './demo-context.ts'
import { demoShopper } from './demo-payments.ts'
import { itemId } from './seed-catalogue.ts'
import { OFFER_OF_CASH } from './seed-messages.ts'
import { findPerson, shopperEmail } from './seed-people.ts'
import { dropEmails } from './seed-rentals.ts'

const HOUR_MS = 3_600_000

type DemoReport = {
  readonly by: string
  readonly noun: ReportedNoun
  readonly id: string
  readonly reason: ReportReason
  readonly words: string
  readonly hoursAgo: number
}

/** Adds an open report about a message, and one that is decided. */
export async function seedReports(
  { db, origin }: Pick<DemoContext, 'db' | 'origin'>,
  now: Date,
): Promise<void> {
  await addReport(db, origin, now, {
    by: 'business@hemline.test',
    noun: 'message',
    id: await offerOfCash(db),
    reason: 'fraud',
    words: 'She asks to pay in cash, without Hemline.',
    hoursAgo: 5,
  })
  const decidedId = await addReport(db, origin, now, {
    by: shopperEmail('Iris Vale'),
    noun: 'item',
    id: itemId('rust-velvet-bell-mini'),
    reason: 'misleading',
    words: 'It looks more brown than orange to me.',
    hoursAgo: 50,
  })
  if (decidedId) await decide(db, origin, decidedId, now)
  await dropEmails(db, 'tell-admins')
}

/** Returns the report's id; null when an interrupted earlier start has already decided it. */
async function addReport(
  db: Db,
  origin: string,
  now: Date,
  { by, hoursAgo, ...about }: DemoReport,
): Promise<ReportId | null> {
  const reporter = await demoShopper(db, by)
  const known = await db
    .selectFrom('reports')
    .select(['id', 'decided_at'])
    .where('reporter_id', '=', reporter.id)
    .where('noun', '=', about.noun)
    .executeTakeFirst()
  if (known) return known.decided_at ? null : known.id
  const at = new Date(now.getTime() - hoursAgo * HOUR_MS)
  const sent = await report(db, reporter, { ...about, origin }, at)
  if (!sent.ok) throw new Error(`the demo’s report of ${about.noun}: ${sent.problem.reason}`)
  return sent.value.reportId
}

async function decide(db: Db, origin: string, reportId: ReportId, now: Date): Promise<void> {
  const admin = asAdmin(await findPerson(db, 'admin@hemline.test'))
  if (!admin) throw new Error('the demo has no admin')
  const reasons =
    'The photos and the description show the color as it is: rust, between orange and brown.'
  const decision = { reportId, outcome: 'no_action', reasons, origin } as const
  const at = new Date(now.getTime() - 26 * HOUR_MS)
  const decided = await decideReport(db, admin, decision, at)
  if (!decided.ok) throw new Error(`the demo’s decision: ${decided.problem.reason}`)
}

async function offerOfCash(db: Db): Promise<string> {
  const { id } = await db
    .selectFrom('messages')
    .select('id')
    .where('request_key', '=', OFFER_OF_CASH)
    .executeTakeFirstOrThrow()
  return id
}
