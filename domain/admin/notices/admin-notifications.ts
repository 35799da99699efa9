import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { ApplicationId, FeedbackId, RefundId, ReportId, TransferId } from '#db/ids.ts'
import type { AdminEvent, Jobs } from '#db/jobs.ts'
import { disputeAddress, refundFailure } from '#domain/admin/exports/payment-words.ts'
import { titleIn } from '#domain/care/reports/report-words.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { asId } from '#domain/shared/ids.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import {
  dashboardRefundFailed,
  disputeOpened,
  eventFailed,
  jobFailed,
  newApplication,
  refundFailed,
  rentalReported,
  reportFiled,
  transferFailed,
  transferReversed,
  transfersDiffer,
} from './admin-emails.ts'
import { CASE_EMAILS } from './case-emails.ts'
import { emailAdmins } from './email-admins.ts'

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
      ? jobFailed({ job: id.replace(/\.[\d-]+$/, ''), error: error ?? null, origin: place.origin })
      : await EMAILS[event](db, id, place)
  if (!message) return
  await inTransaction(db, (tx) => emailAdmins(tx, message, `admin-${event}-${id}`, now))
}

type Write = (db: DbOrTx, id: string, place: Place) => Promise<Email | null>

const EMAILS: Readonly<Record<Exclude<AdminEvent, 'job-failed'>, Write>> = {
  application: async (db, id, { origin }) => {
    const row = await db
      .selectFrom('business_applications')
      .select(['full_name', 'city', 'state'])
      .where('id', '=', asId<ApplicationId>(id))
      .executeTakeFirst()
    if (!row) return null
    return newApplication({ fullName: row.full_name, place: `${row.city}, ${row.state}`, origin })
  },
  'dispute-opened': async (db, id, { origin, timeZone, paymentsAreReal }) => {
    const row = await db
      .selectFrom('disputes as d')
      .leftJoin('user_profiles as p', 'p.id', 'd.user_id')
      .select(['d.amount_cents', 'd.reason', 'd.evidence_due_at', 'p.full_name'])
      .where('d.id', '=', id)
      .executeTakeFirst()
    if (!row) return null
    const due = row.evidence_due_at
    return disputeOpened({
      fullName: row.full_name,
      cents: row.amount_cents,
      reason: row.reason,
      due: due && showDate(calendarDateIn(timeZone, due)),
      dashboard: paymentsAreReal ? disputeAddress(id) : null,
      origin,
    })
  },
  'refund-failed': async (db, id, { origin }) => {
    const row = await db
      .selectFrom('refunds as r')
      .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
      .innerJoin('user_profiles as p', 'p.id', 'o.user_id')
      .select(['p.full_name', 'r.amount_cents', 'r.failure'])
      .select(sql<number>`refund_cents_left(r)`.as('owed_cents'))
      .where('r.id', '=', asId<RefundId>(id))
      .executeTakeFirst()
    if (!row) return null
    const failure = row.failure && refundFailure(row.failure)
    const { full_name: fullName, amount_cents: cents, owed_cents: owedCents } = row
    return refundFailed({ fullName, cents, owedCents, failure, origin })
  },
  'dashboard-refund-failed': async (db, id, { origin }) => {
    const row = await db
      .selectFrom('disputes as d')
      .innerJoin('user_profiles as p', 'p.id', 'd.user_id')
      .select(['p.id as personId', 'p.full_name as fullName', 'd.amount_cents as cents'])
      .where('d.id', '=', id)
      .executeTakeFirst()
    return row ? dashboardRefundFailed({ ...row, origin }) : null
  },
  'event-failed': async (db, id, { origin }) => {
    const row = await db
      .selectFrom('stripe_events')
      .select(['type', 'last_error'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row ? eventFailed({ type: row.type, error: row.last_error, origin }) : null
  },
  'transfer-failed': async (db, id, { origin }) => {
    const row = await transferOf(db, id)
    return row && transferFailed({ ...row, origin })
  },
  'transfer-reversed': async (db, id, { origin }) => {
    // The id ends with the amount, so that each reversal has its own email.
    const row = await transferOf(db, id.replace(/\.\d+$/, ''))
    return row && transferReversed({ ...row, origin })
  },
  'transfers-differ': async (db, _, { origin }) => {
    const { count } = await db
      .selectFrom('transfer_differences')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('resolved_at', 'is', null)
      .executeTakeFirstOrThrow()
    return count > 0 ? transfersDiffer({ count, origin }) : null
  },
  ...CASE_EMAILS,
  report: async (db, id, { origin }) => {
    const row = await db
      .selectFrom('reports')
      .select(['id', 'noun', 'shown', 'reason', 'words'])
      .where('id', '=', asId<ReportId>(id))
      .where('decided_at', 'is', null)
      .executeTakeFirst()
    return row ? reportFiled({ ...row, title: titleIn(row.shown), origin }) : null
  },
  'rental-reported': async (db, id, { origin }) => {
    const details = await db
      .selectFrom('feedback as f')
      .innerJoin('rentals as r', 'r.id', 'f.rental_id')
      .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
      .innerJoin('user_profiles as p', 'p.id', 'r.renter_id')
      .leftJoin('deposit_claims as c', (join) =>
        join.onRef('c.rental_id', '=', 'r.id').on('c.released_at', 'is', null),
      )
      .select(['f.message', 'i.title', 'p.full_name', 'r.id', 'r.deposit_kept_amount'])
      .select('c.decided_at')
      .where('f.id', '=', asId<FeedbackId>(id))
      .executeTakeFirst()
    if (!details) return null
    return rentalReported({
      fullName: details.full_name,
      title: details.title,
      words: details.message,
      withheldCents: details.decided_at ? details.deposit_kept_amount : 0,
      rentalId: details.id,
      origin,
    })
  },
}

async function transferOf(db: DbOrTx, id: string) {
  const row = await db
    .selectFrom('transfers as t')
    .innerJoin('user_profiles as p', 'p.id', 't.owner_id')
    .select(['p.full_name as fullName', 't.amount_cents as cents', 't.failure'])
    .select('t.reversed_cents as reversedCents')
    .where('t.id', '=', asId<TransferId>(id))
    .executeTakeFirst()
  return row ?? null
}
