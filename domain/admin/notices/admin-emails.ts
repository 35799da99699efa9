import type { ReportedNoun, ReportReason } from '#db/enums.ts'
import type { PersonId, RentalId, ReportId } from '#db/ids.ts'
import { disputeReason } from '#domain/admin/exports/payment-words.ts'
import { CORRECTION_HOURS } from '#domain/booking/rentals/stage/rental-stage.ts'
import {
  REPORT_REASONS,
  REPORTED_NOUNS,
  reportedThing,
  reportedWords,
} from '#domain/care/reports/report-words.ts'
import { EVENT_RETRY_DAYS } from '#domain/money/events/event-retries.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { dollars } from '#domain/shared/cents.ts'
import { inWords } from '#domain/shared/figures.ts'
import { pages } from '#domain/shared/pages.ts'

type Linked = { readonly origin: string }

/** To all admins, when someone has applied for a business account. */
export function newApplication({
  fullName,
  place,
  origin,
}: Linked & { readonly fullName: string; readonly place: string }): Email {
  return {
    template: 'admin-application',
    subject: `New application from ${fullName}`,
    paragraphs: [
      `${fullName} from ${place} has applied for a business account.`,
      'Applicants are told to expect an answer within 1-3 business days.',
    ],
    button: { text: 'Review the application', url: `${origin}${pages.adminApplications}` },
  }
}

/** When a payment is disputed. `due` is the deadline for evidence. */
export function disputeOpened(
  details: Linked & {
    readonly fullName: string | null
    readonly cents: number
    readonly reason: string | null
    readonly due: string | null
    /** Its page at the payment provider, for real payments. */
    readonly dashboard: string | null
  },
): Email {
  const { fullName, cents, reason, due, dashboard, origin } = details
  return {
    template: 'admin-dispute',
    subject: `${dollars(cents)} disputed${due ? `: respond by ${due}` : ''}`,
    paragraphs: [
      `${fullName ?? 'A user'} has disputed a payment of ${dollars(cents)} with the bank${reason ? `. Reason given: ${disputeReason(reason).toLowerCase()}` : ''}.`,
      due
        ? `You can send evidence to the payment provider until ${due}. If you do not respond, the money is lost.`
        : 'See the payment provider’s dashboard for the evidence deadline.',
      'Credits that were bought with this payment are on hold until the dispute is decided.',
    ],
    button: { text: 'See the dispute', url: `${origin}${pages.adminMoney}?part=open` },
    ...(dashboard && {
      after: [`Send evidence in the payment provider’s dashboard: ${dashboard}`],
    }),
  }
}

export function refundFailed({
  fullName,
  cents,
  owedCents,
  failure,
  origin,
}: Linked & {
  readonly fullName: string
  readonly cents: number
  /** The cents still owed; a dispute may have taken the rest. */
  readonly owedCents: number
  readonly failure: string | null
}): Email {
  return {
    template: 'admin-refund-failed',
    subject: `Refund of ${dollars(cents)} to ${fullName} failed`,
    paragraphs: [
      `The payment provider could not refund ${dollars(cents)} to ${fullName}.${failure ? ` Reason: ${failure}` : ''}`,
      ...(owedCents < cents ? [`Only ${dollars(owedCents)} of it is still owed.`] : []),
      'Try again, or refund the money another way and mark it as refunded.',
    ],
    button: { text: 'See failed refunds', url: `${origin}${pages.adminMoney}` },
  }
}

export function dashboardRefundFailed({
  fullName,
  cents,
  personId,
  origin,
}: Linked & {
  readonly fullName: string
  readonly cents: number
  readonly personId: PersonId
}): Email {
  return {
    template: 'admin-dashboard-refund-failed',
    subject: `Refund of ${dollars(cents)} to ${fullName} failed`,
    paragraphs: [
      `A refund of ${dollars(cents)} to ${fullName} that was made in the Stripe dashboard has failed. The money is back in your Stripe balance.`,
      'The credits that were removed for it have not been restored. You can give the user credits on their page, or refund the money another way.',
    ],
    button: { text: 'Open the user’s page', url: `${origin}${pages.adminPerson(personId)}` },
  }
}

export function eventFailed({
  type,
  error,
  origin,
}: Linked & { readonly type: string; readonly error: string | null }): Email {
  return {
    template: 'admin-payment-event',
    subject: 'A payment event could not be processed',
    paragraphs: [
      `The payment provider sent an event (${type}) that could not be processed for ${inWords(EVENT_RETRY_DAYS, 'day')}.${error ? ` Last error: ${error}` : ''}`,
      'A payment may be missing from an account until it is processed.',
    ],
    button: {
      text: 'See unprocessed payment events',
      url: `${origin}${pages.adminMoney}?part=events`,
    },
  }
}

export function jobFailed({
  job,
  error,
  origin,
}: Linked & { readonly job: string; readonly error: string | null }): Email {
  return {
    template: 'admin-job',
    subject: `A background task keeps failing: ${job.replaceAll('-', ' ')}`,
    paragraphs: [
      `The background task “${job.replaceAll('-', ' ')}” has failed repeatedly today.${error ? ` Last error: ${error}` : ''}`,
      'Please show this email to your developer. You get at most one such email a day for each task.',
    ],
    button: { text: 'Go to the dashboard', url: `${origin}${pages.admin}` },
  }
}

/** When somebody has reported a listing, a person, a message or a review. */
export function reportFiled({
  id,
  noun,
  title,
  reason,
  words,
  origin,
}: Linked & {
  readonly id: ReportId
  readonly noun: ReportedNoun
  readonly title: string
  readonly reason: ReportReason
  readonly words: string
}): Email {
  return {
    template: 'admin-report',
    subject: `A ${REPORTED_NOUNS[noun]} was reported`,
    paragraphs: [
      `Someone reported ${reportedThing(noun, title, 'a')} as “${REPORT_REASONS[reason]}”:`,
      `“${words}”`,
      ...reportedWords(noun, title),
    ],
    button: { text: 'See the report', url: `${origin}${pages.adminReport(id)}` },
  }
}

/** When a renter writes about a rental; `withheldCents` is the amount they can still object to. */
export function rentalReported({
  fullName,
  title,
  words,
  withheldCents,
  rentalId,
  origin,
}: Linked & {
  readonly fullName: string
  readonly title: string
  readonly words: string
  readonly withheldCents: number
  readonly rentalId: RentalId
}): Email {
  const objects = withheldCents > 0
  return {
    template: 'admin-rental-report',
    subject: objects
      ? `${fullName} objects to ${dollars(withheldCents)} kept from a deposit`
      : `${fullName} reports a problem with a rental`,
    paragraphs: [
      objects
        ? `The closet kept ${dollars(withheldCents)} of ${fullName}’s deposit for ${title}. ${fullName} writes:`
        : `${fullName} writes about the rental of ${title}:`,
      `“${words}”`,
    ],
    button: { text: 'See the rental', url: `${origin}${pages.adminRental(rentalId)}` },
    ...(objects && {
      after: [
        `You can reduce or refund the amount until ${inWords(CORRECTION_HOURS, 'hour')} after it was kept.`,
      ],
    }),
  }
}

/** When Stripe has refused a transfer to a closet. */
export function transferFailed({
  fullName,
  cents,
  failure,
  origin,
}: Linked & {
  readonly fullName: string
  readonly cents: number
  readonly failure: string | null
}): Email {
  return {
    template: 'admin-transfer-failed',
    subject: `Transfer of ${dollars(cents)} to ${fullName} failed`,
    paragraphs: [
      `Stripe refused a transfer of ${dollars(cents)} to ${fullName}.${failure ? ` Reason: ${failure.replaceAll('_', ' ')}.` : ''}`,
      'The earnings are owed again. You can retry once the closet’s account is in order.',
    ],
    button: { text: 'See failed transfers', url: `${origin}${pages.adminPayouts}?part=failed` },
  }
}

/** When a transfer was reversed in Stripe's dashboard. */
export function transferReversed({
  fullName,
  cents,
  reversedCents,
  origin,
}: Linked & {
  readonly fullName: string
  readonly cents: number
  readonly reversedCents: number
}): Email {
  return {
    template: 'admin-transfer-reversed',
    subject: `${dollars(reversedCents)} of a transfer to ${fullName} was reversed`,
    paragraphs: [
      `In Stripe, ${dollars(reversedCents)} of a ${dollars(cents)} transfer to ${fullName} was reversed.`,
      'Their earnings have not changed. If the money is still owed, add an adjustment.',
    ],
    button: { text: 'See the transfer', url: `${origin}${pages.adminPayouts}?part=reversed` },
  }
}

/** When payouts have stopped because transfers differ. */
export function transfersDiffer({ count, origin }: Linked & { readonly count: number }): Email {
  return {
    template: 'admin-transfers-differ',
    subject: 'Payouts have stopped',
    paragraphs: [
      `We found ${count === 1 ? '1 discrepancy' : `${count} discrepancies`} between our transfers and Stripe’s. Payouts will continue once this is resolved.`,
    ],
    button: { text: 'See the discrepancies', url: `${origin}${pages.adminPayouts}` },
  }
}

/** Once a day, while something needs attention. */
export function waitingForAdmins({
  lines,
  origin,
}: Linked & { readonly lines: readonly string[] }): Email {
  return {
    template: 'admin-to-do',
    subject: 'Your Hemline to-do list for today',
    paragraphs: lines,
    button: { text: 'Go to the dashboard', url: `${origin}${pages.admin}` },
    after: ['You get this email once a day while there is something to do.'],
  }
}
