import type { Db } from '#db/connection.ts'
import { checkInParts } from '#domain/admin/figures/integrity-checks.ts'
import { readBacklog } from '#domain/admin/figures/shop-state.ts'
import { countUnendedRequests } from '#domain/booking/rentals/changes/rental-deadlines.ts'
import { countUnendedProposals } from '#domain/booking/rentals/dates/answer-dates.ts'
import { readWebhookQueue } from '#domain/outbound/webhooks/webhooks.ts'
import { readQueue } from '#server/observe/metrics/read-queue.ts'
import { type Found, found } from './check.ts'

const MAX_OVERDUE_SECONDS = 600
/** At most this many violations are listed. */
const MAX_LISTED = 10

/** Finds what has been waiting for too long, or has failed for good. */
export async function checkBacklog(db: Db): Promise<Found> {
  const { mailFailed, eventsFailed } = await readBacklog(db)
  const { dueSince } = await readWebhookQueue(db)
  const tasks = await readQueue(db)
  const problems = tasks.flatMap(({ task, failed, overdueSeconds }) => [
    ...(failed > 0
      ? [
          `${counted(failed, 'job')} "${task}" failed and will not be tried again: the log has the error.`,
        ]
      : []),
    ...(overdueSeconds > MAX_OVERDUE_SECONDS
      ? [
          `Jobs "${task}" have been due for ${Math.round(overdueSeconds / 60)} minutes: start the shop; if it is running, see its log.`,
        ]
      : []),
  ])
  if (mailFailed > 0) {
    problems.push(
      `${counted(mailFailed, 'email')} could not be sent so far: the admin page "Emails" has the reasons; check SMTP_URL.`,
    )
  }
  const late = dueSince ? (Date.now() - dueSince.getTime()) / 1000 : 0
  if (late > MAX_OVERDUE_SECONDS) {
    problems.push(
      `Webhooks to closets have been due for ${Math.round(late / 60)} minutes: start the shop; if it is running, see its log.`,
    )
  }
  const unended = await countUnendedRequests(db, new Date(Date.now() - MAX_OVERDUE_SECONDS * 1000))
  const proposals = await countUnendedProposals(
    db,
    new Date(Date.now() - MAX_OVERDUE_SECONDS * 1000),
  )
  if (proposals > 0) {
    problems.push(
      `${counted(proposals, 'proposal')} of other dates should have ended more than ${MAX_OVERDUE_SECONDS / 60} minutes ago: start the shop; if it is running, see its log.`,
    )
  }
  if (unended > 0) {
    problems.push(
      `${counted(unended, 'request')} should have ended unanswered more than ${MAX_OVERDUE_SECONDS / 60} minutes ago: start the shop; if it is running, see its log.`,
    )
  }
  if (eventsFailed > 0) {
    problems.push(
      `${counted(eventsFailed, 'payment event')} could not be processed for three days: see the admin overview.`,
    )
  }
  return found(problems, 'nothing failed, nothing is late')
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** Runs the integrity checks. Together they read every table. */
export async function checkIntegrity(db: Db): Promise<Found> {
  const { violations, checks, unfinished } = await checkInParts(db, { max: MAX_LISTED })
  const problems = violations
    .slice(0, MAX_LISTED)
    .map(
      ({ check_name: check, subject }) =>
        `An integrity check fails: ${check} (${subject}). Keep a backup, and report this with the version and the log.`,
    )
  if (unfinished.length > 0) {
    problems.push(
      `${counted(unfinished.length, 'integrity check')} of ${checks} took longer than 20 seconds each (${unfinished.join('; ')}): run this again when the shop is less busy, or on a copy.`,
    )
  }
  return found(problems, 'all integrity checks pass')
}
