import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import { failedRefundCount, openDisputeCount } from '#domain/admin/figures/overview.ts'
import { CASES, type CaseKind } from '#domain/care/cases/case-kinds.ts'
import { decisionDue } from '#domain/care/cases/case-limits.ts'
import { adminsAnswer } from '#domain/care/cases/cases.ts'
import {
  failedTransferCount,
  openDifferenceCount,
  owedForAYearCount,
  waitingTransferCount,
} from '#domain/money/payouts/payouts.ts'
import { countedIn } from '#domain/shared/lists/found.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import { pages } from '#domain/shared/pages.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { emailAdmins } from './email-admins.ts'

type Place = { readonly origin: string; readonly timeZone: string }

/** One email a day to all admins about everything that needs attention; none if nothing does. */
export async function remindAdmins(db: Db, place: Place, now: Date): Promise<void> {
  const found = await db
    .selectNoFrom([
      countedIn(sql`from clothing_items
        where approval_status = 'pending' and image_id is not null and deleted_at is null`).as(
        'items',
      ),
      countedIn(sql`from business_applications where status = 'pending'`).as('applications'),
      countedIn(sql`from user_profiles where requested_name is not null`).as('names'),
      failedRefundCount.as('refunds'),
      failedTransferCount.as('transfers'),
      openDifferenceCount.as('differences'),
      waitingTransferCount.as('waiting'),
      owedForAYearCount(now).as('owedForAYear'),
      openDisputeCount.as('disputes'),
      sql<Date | null>`(select min(evidence_due_at) from disputes
        where status = 'open' and evidence_due_at > ${now}::timestamptz)`.as('due'),
      countedIn(sql`from support_requests where status = 'open'`).as('support'),
      sql<Date | null>`(select min(due_at) from support_requests where status = 'open')`.as(
        'supportDue',
      ),
      ...casesToAnswer('appeal', now),
      ...casesToAnswer('return', now),
      ...casesToDecide('appeal'),
      ...casesToDecide('return'),
    ])
    .executeTakeFirstOrThrow()
  const lines = [
    counted(found.items, 'item is', 'items are', 'waiting for approval.'),
    counted(found.applications, 'application is', 'applications are', 'waiting for an answer.'),
    counted(found.names, 'closet name is', 'closet names are', 'waiting for approval.'),
    counted(found.refunds, 'refund has', 'refunds have', 'failed.'),
    counted(found.transfers, 'transfer to a closet has', 'transfers to closets have', 'failed.'),
    counted(
      found.waiting,
      'transfer to a closet needs',
      'transfers to closets need',
      'more available funds in your Stripe balance.',
    ),
    counted(found.differences, 'discrepancy has', 'discrepancies have', 'stopped payouts.'),
    counted(
      found.owedForAYear,
      'closet has been owed money for a year and has',
      'closets have been owed money for a year and have',
      'no payout account.',
    ),
    counted(
      found.disputes,
      'dispute is',
      'disputes are',
      found.due
        ? `open. The next deadline for evidence is ${showDate(calendarDateIn(place.timeZone, found.due))}.`
        : 'open.',
    ),
    counted(
      found.appealToAnswer,
      'appeal needs',
      'appeals need',
      answerBy(found.appealAnswer, place.timeZone),
    ),
    counted(
      found.returnToAnswer,
      'return or no-show needs',
      'returns or no-shows need',
      answerBy(found.returnAnswer, place.timeZone),
    ),
    counted(
      found.appealToDecide,
      'appeal is',
      'appeals are',
      decideBy(found.appealAnswered, place, now),
    ),
    counted(
      found.returnToDecide,
      'return or no-show is',
      'returns or no-shows are',
      decideBy(found.returnAnswered, place, now),
    ),
    counted(
      found.support,
      'support request needs',
      'support requests need',
      answerBy(found.supportDue, place.timeZone),
    ),
  ].filter((line) => line !== null)
  if (lines.length === 0) return
  const message = {
    template: 'admin-to-do',
    subject: 'Your Hemline to-do list for today',
    paragraphs: lines,
    button: { text: 'Go to the dashboard', path: pages.admin },
    after: ['You get this email once a day while there is something to do.'],
  }
  const key = `admin-to-do-${calendarDateIn(place.timeZone, now)}`
  await inTransaction(db, (tx) => emailAdmins(tx, message, { origin: place.origin, key }, now))
}

/** Cases that admins have to answer because the closet cannot, and when the next one is due. */
function casesToAnswer<Kind extends CaseKind>(kind: Kind, now: Date) {
  const from = sql`from ${sql.table(CASES[kind].table)} k join rentals r on r.id = k.rental_id
    where k.status = 'open' and k.answer_due_at > ${now}::timestamptz and ${adminsAnswer}`
  return [
    countedIn(from).as(`${kind}ToAnswer` as const),
    sql<Date | null>`(select min(k.answer_due_at) ${from})`.as(`${kind}Answer` as const),
  ] as const
}

/** Cases that admins have to decide, and when the closet answered the first of them. */
function casesToDecide<Kind extends CaseKind>(kind: Kind) {
  const { table, toDecide } = CASES[kind]
  const from = sql`from ${sql.table(table)} where status = ${sql.lit(toDecide)}`
  return [
    countedIn(from).as(`${kind}ToDecide` as const),
    sql<Date | null>`(select min(answered_at) ${from})`.as(`${kind}Answered` as const),
  ] as const
}

function answerBy(due: Date | null, timeZone: string): string {
  return due
    ? `an answer from an admin by ${showInstant(due, timeZone)}.`
    : 'an answer from an admin.'
}

function decideBy(answered: Date | null, { timeZone }: Place, now: Date): string {
  if (!answered) return 'waiting for a decision.'
  const due = decisionDue(answered)
  const day = showDate(calendarDateIn(timeZone, due))
  return `waiting for a decision. The next one ${due < now ? 'was' : 'is'} due on ${day}.`
}

function counted(n: number, one: string, many: string, rest: string): string | null {
  return n === 0 ? null : `${showCounted(n)} ${n === 1 ? one : many} ${rest}`
}
