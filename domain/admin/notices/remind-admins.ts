import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import { failedRefundCount, openDisputeCount } from '#domain/admin/figures/overview.ts'
import { decisionDue } from '#domain/care/cases/case-times.ts'
import { adminsAnswer } from '#domain/care/cases/cases.ts'
import {
  failedTransferCount,
  openDifferenceCount,
  owedForAYearCount,
  waitingTransferCount,
} from '#domain/money/payouts/payouts.ts'
import { countedIn } from '#domain/shared/lists/found.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { waitingForAdmins } from './admin-emails.ts'
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
      countedIn(appealsToAnswer(now)).as('appealsToAnswer'),
      sql<Date | null>`(select min(a.answer_due_at) ${appealsToAnswer(now)})`.as('appealAnswer'),
      countedIn(returnsToAnswer(now)).as('returnsToAnswer'),
      sql<Date | null>`(select min(q.answer_due_at) ${returnsToAnswer(now)})`.as('returnAnswer'),
      countedIn(sql`from deposit_appeals where status = 'answered'`).as('appeals'),
      sql<Date | null>`(select min(answered_at) from deposit_appeals
        where status = 'answered')`.as('answered'),
      countedIn(sql`from return_requests where status = 'contested'`).as('returns'),
      sql<Date | null>`(select min(answered_at) from return_requests
        where status = 'contested')`.as('contested'),
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
      found.appealsToAnswer,
      'appeal needs',
      'appeals need',
      answerBy(found.appealAnswer, place.timeZone),
    ),
    counted(
      found.returnsToAnswer,
      'return request needs',
      'return requests need',
      answerBy(found.returnAnswer, place.timeZone),
    ),
    counted(
      found.appeals,
      'appeal is',
      'appeals are',
      found.answered
        ? `waiting for a decision. ${dueOn(decisionDue(found.answered), place, now)}`
        : 'waiting for a decision.',
    ),
    counted(
      found.returns,
      'return request is',
      'return requests are',
      found.contested
        ? `waiting for a decision. ${dueOn(decisionDue(found.contested), place, now)}`
        : 'waiting for a decision.',
    ),
  ].filter((line) => line !== null)
  if (lines.length === 0) return
  const message = waitingForAdmins({ lines, origin: place.origin })
  const key = `admin-to-do-${calendarDateIn(place.timeZone, now)}`
  await inTransaction(db, (tx) => emailAdmins(tx, message, key, now))
}

// Cases that admins have to answer because the closet cannot.

const appealsToAnswer = (
  now: Date,
) => sql`from deposit_appeals a join rentals r on r.id = a.rental_id
  where a.status = 'open' and a.answer_due_at > ${now}::timestamptz and ${adminsAnswer}`

const returnsToAnswer = (
  now: Date,
) => sql`from return_requests q join rentals r on r.id = q.rental_id
  where q.status = 'open' and q.answer_due_at > ${now}::timestamptz and ${adminsAnswer}`

function answerBy(due: Date | null, timeZone: string): string {
  return due
    ? `an answer from an admin by ${showInstant(due, timeZone)}.`
    : 'an answer from an admin.'
}

function dueOn(due: Date, { timeZone }: Place, now: Date): string {
  const day = showDate(calendarDateIn(timeZone, due))
  return due < now ? `The next one was due on ${day}.` : `The next one is due on ${day}.`
}

function counted(n: number, one: string, many: string, rest: string): string | null {
  return n === 0 ? null : `${showCounted(n)} ${n === 1 ? one : many} ${rest}`
}
