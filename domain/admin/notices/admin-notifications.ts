import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { ReportedNoun, ReportReason } from '#db/enums.ts'
import type { ApplicationId, RefundId, ReportId, SupportMessageId, TransferId } from '#db/ids.ts'
import type { AdminEvent, Jobs } from '#db/jobs.ts'
import {
  disputeAddress,
  disputeReason,
  refundFailure,
} from '#domain/admin/exports/payment-words.ts'
import {
  REPORT_REASONS,
  REPORTED_NOUNS,
  reportedThing,
  reportedWords,
  titleIn,
} from '#domain/care/reports/report-words.ts'
import { SUPPORT_KINDS } from '#domain/care/support/support-words.ts'
import { depositPartOf } from '#domain/money/deposits/payment-parts.ts'
import { EVENT_RETRY_DAYS } from '#domain/money/events/event-retries.ts'
import { dollars } from '#domain/shared/cents.ts'
import { inWords } from '#domain/shared/figures.ts'
import { asId } from '#domain/shared/ids.ts'
import { pages } from '#domain/shared/pages.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showDeadline } from '#domain/shared/time/show-instant.ts'
import { CASE_EMAILS } from './case-emails.ts'
import { type AdminEmail, emailAdmins } from './email-admins.ts'

export type Place = {
  readonly origin: string
  readonly timeZone: string
  readonly paymentsAreReal: boolean
}

type Job = Jobs['tell-admins']

/**
 * The job that emails all admins about one event, once. If its subject no longer exists, no email
 * is sent.
 */
export async function notifyAdmins(
  db: Db,
  { event, id, error }: Job,
  place: Place,
  now: Date,
): Promise<void> {
  const message =
    event === 'job-failed'
      ? jobFailed(id.replace(/\.[\d-]+$/, '').replaceAll('-', ' '), error ?? null)
      : await EMAILS[event](db, id, place)
  if (!message) return
  await inTransaction(db, (tx) =>
    emailAdmins(tx, message, { origin: place.origin, key: `admin-${event}-${id}` }, now),
  )
}

function jobFailed(job: string, error: string | null): AdminEmail {
  return {
    template: 'admin-job',
    subject: `A background task keeps failing: ${job}`,
    paragraphs: [
      `The background task “${job}” has failed repeatedly today.${error ? ` Last error: ${error}` : ''}`,
      'Please show this email to your developer. You get at most one such email a day for each task.',
    ],
    button: { text: 'Go to the dashboard', path: pages.admin },
  }
}

type Write = (db: DbOrTx, id: string, place: Place) => Promise<AdminEmail | null>

const EMAILS: Readonly<Record<Exclude<AdminEvent, 'job-failed'>, Write>> = {
  application: async (db, id) => {
    const row = await db
      .selectFrom('business_applications')
      .select(['full_name', 'city', 'state'])
      .where('id', '=', asId<ApplicationId>(id))
      .executeTakeFirst()
    if (!row) return null
    return {
      template: 'admin-application',
      subject: `New application from ${row.full_name}`,
      paragraphs: [
        `${row.full_name} from ${row.city}, ${row.state} has applied for a business account.`,
        'Applicants are told to expect an answer within 1-3 business days.',
      ],
      button: { text: 'Review the application', path: pages.adminApplications },
    }
  },
  'dispute-opened': async (db, id, { timeZone, paymentsAreReal }) => {
    const row = await db
      .selectFrom('disputes as d')
      .leftJoin('user_profiles as p', 'p.id', 'd.user_id')
      .select(['d.reason', 'd.evidence_due_at', 'p.full_name'])
      // With the part for a deposit that was paid with the credits.
      .select(
        sql<number>`(select sum(amount_cents) from disputes
          where id in (d.id, ${depositPartOf(id)}))::integer`.as('amount_cents'),
      )
      .where('d.id', '=', id)
      .executeTakeFirst()
    if (!row) return null
    const amount = dollars(row.amount_cents)
    const due = row.evidence_due_at && showDate(calendarDateIn(timeZone, row.evidence_due_at))
    return {
      template: 'admin-dispute',
      subject: `${amount} disputed${due ? `: respond by ${due}` : ''}`,
      paragraphs: [
        `${row.full_name ?? 'A user'} has disputed a payment of ${amount} with the bank${row.reason ? `. Reason given: ${disputeReason(row.reason).toLowerCase()}` : ''}.`,
        due
          ? `You can send evidence to the payment provider until ${due}. If you do not respond, the money is lost.`
          : 'See the payment provider’s dashboard for the evidence deadline.',
        'Credits that were bought with this payment are on hold until the dispute is decided.',
      ],
      button: { text: 'See the dispute', path: `${pages.adminMoney}?part=open` },
      ...(paymentsAreReal && {
        after: [`Send evidence in the payment provider’s dashboard: ${disputeAddress(id)}`],
      }),
    }
  },
  'refund-failed': async (db, id) => {
    const row = await db
      .selectFrom('refunds as r')
      .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
      .innerJoin('user_profiles as p', 'p.id', 'o.user_id')
      .select(['p.full_name', 'r.amount_cents', 'r.failure'])
      // A dispute may have taken the rest.
      .select(sql<number>`refund_cents_left(r)`.as('owed_cents'))
      .where('r.id', '=', asId<RefundId>(id))
      .executeTakeFirst()
    if (!row) return null
    const amount = dollars(row.amount_cents)
    return {
      template: 'admin-refund-failed',
      subject: `Refund of ${amount} to ${row.full_name} failed`,
      paragraphs: [
        `The payment provider could not refund ${amount} to ${row.full_name}.${row.failure ? ` Reason: ${refundFailure(row.failure)}` : ''}`,
        ...(row.owed_cents < row.amount_cents
          ? [`Only ${dollars(row.owed_cents)} of it is still owed.`]
          : []),
        'Try again, or refund the money another way and mark it as refunded.',
      ],
      button: { text: 'See failed refunds', path: pages.adminMoney },
    }
  },
  'dashboard-refund-failed': async (db, id) => {
    const row = await db
      .selectFrom('disputes as d')
      .innerJoin('user_profiles as p', 'p.id', 'd.user_id')
      .select(['p.id', 'p.full_name', 'd.amount_cents'])
      .where('d.id', '=', id)
      .executeTakeFirst()
    if (!row) return null
    const refund = `${dollars(row.amount_cents)} to ${row.full_name}`
    return {
      template: 'admin-dashboard-refund-failed',
      subject: `Refund of ${refund} failed`,
      paragraphs: [
        `A refund of ${refund} that was made in the Stripe dashboard has failed. The money is back in your Stripe balance.`,
        'The credits that were removed for it have not been restored. You can give the user credits on their page, or refund the money another way.',
      ],
      button: { text: 'Open the user’s page', path: pages.adminPerson(row.id) },
    }
  },
  'event-failed': async (db, id) => {
    const row = await db
      .selectFrom('stripe_events')
      .select(['type', 'last_error'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return null
    return {
      template: 'admin-payment-event',
      subject: 'A payment event could not be processed',
      paragraphs: [
        `The payment provider sent an event (${row.type}) that could not be processed for ${inWords(EVENT_RETRY_DAYS, 'day')}.${row.last_error ? ` Last error: ${row.last_error}` : ''}`,
        'A payment may be missing from an account until it is processed.',
      ],
      button: { text: 'See unprocessed payment events', path: `${pages.adminMoney}?part=events` },
    }
  },
  'transfer-failed': async (db, id) => {
    const row = await transferOf(db, id)
    if (!row) return null
    const { fullName, amount, failure } = row
    return {
      template: 'admin-transfer-failed',
      subject: `Transfer of ${amount} to ${fullName} failed`,
      paragraphs: [
        `Stripe refused a transfer of ${amount} to ${fullName}.${failure ? ` Reason: ${failure.replaceAll('_', ' ')}.` : ''}`,
        'The earnings are owed again. You can retry once the closet’s account is in order.',
      ],
      button: { text: 'See failed transfers', path: `${pages.adminPayouts}?part=failed` },
    }
  },
  'transfer-reversed': async (db, id) => {
    // The id ends with the amount, so that each reversal has its own email.
    const row = await transferOf(db, id.replace(/\.\d+$/, ''))
    if (!row) return null
    const { fullName, amount, reversed } = row
    return {
      template: 'admin-transfer-reversed',
      subject: `${reversed} of a transfer to ${fullName} was reversed`,
      paragraphs: [
        `In Stripe, ${reversed} of a ${amount} transfer to ${fullName} was reversed.`,
        'Their earnings have not changed. If the money is still owed, add an adjustment.',
      ],
      button: { text: 'See the transfer', path: `${pages.adminPayouts}?part=reversed` },
    }
  },
  'transfers-differ': async (db) => {
    const { count } = await db
      .selectFrom('transfer_differences')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('resolved_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count === 0) return null
    return {
      template: 'admin-transfers-differ',
      subject: 'Payouts have stopped',
      paragraphs: [
        `We found ${count === 1 ? '1 discrepancy' : `${count} discrepancies`} between our transfers and Stripe’s. Payouts will continue once this is resolved.`,
      ],
      button: { text: 'See the discrepancies', path: pages.adminPayouts },
    }
  },
  ...CASE_EMAILS,
  report: async (db, id) => {
    const row = await db
      .selectFrom('reports')
      .select(['id', 'noun', 'shown', 'reason', 'words'])
      .where('id', '=', asId<ReportId>(id))
      .where('decided_at', 'is', null)
      .executeTakeFirst()
    return row ? reportFiled({ ...row, title: titleIn(row.shown) }) : null
  },
  'support-request': async (db, id, { timeZone }) => {
    const row = await db
      .selectFrom('support_messages as m')
      .innerJoin('support_requests as q', 'q.id', 'm.request_id')
      .innerJoin('user_profiles as p', 'p.id', 'q.person_id')
      .select(['q.id', 'q.kind', 'q.is_urgent', 'q.due_at', 'm.body', 'p.full_name'])
      .where('m.id', '=', asId<SupportMessageId>(id))
      .where('q.status', '=', 'open')
      .executeTakeFirst()
    if (!row) return null
    return {
      template: 'admin-support-request',
      subject: `${row.is_urgent ? 'Urgent: ' : ''}${row.full_name} needs an answer`,
      paragraphs: [
        `${row.full_name} wrote to us. Problem: ${SUPPORT_KINDS[row.kind]}.`,
        `“${row.body}”`,
        `Please answer by ${showDeadline(row.due_at, timeZone)}.`,
      ],
      button: { text: 'See the request', path: pages.adminSupportRequest(row.id) },
    }
  },
}

/** When somebody has reported a listing, a person, a message or a review. */
export function reportFiled({
  id,
  noun,
  title,
  reason,
  words,
}: {
  readonly id: ReportId
  readonly noun: ReportedNoun
  readonly title: string
  readonly reason: ReportReason
  readonly words: string
}): AdminEmail {
  return {
    template: 'admin-report',
    subject: `A ${REPORTED_NOUNS[noun]} was reported`,
    paragraphs: [
      `Someone reported ${reportedThing(noun, title, 'a')} as “${REPORT_REASONS[reason]}”:`,
      `“${words}”`,
      ...reportedWords(noun, title),
    ],
    button: { text: 'See the report', path: pages.adminReport(id) },
  }
}

async function transferOf(db: DbOrTx, id: string) {
  const row = await db
    .selectFrom('transfers as t')
    .innerJoin('user_profiles as p', 'p.id', 't.owner_id')
    .select(['p.full_name as fullName', 't.amount_cents', 't.reversed_cents', 't.failure'])
    .where('t.id', '=', asId<TransferId>(id))
    .executeTakeFirst()
  return row && { ...row, amount: dollars(row.amount_cents), reversed: dollars(row.reversed_cents) }
}
