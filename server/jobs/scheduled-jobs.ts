import { continueChanges } from '#domain/accounts/closing/change-items.ts'
import { sweepSessions } from '#domain/accounts/sign-in/sweep-sessions.ts'
import { sweepApiTokens } from '#domain/accounts/tokens/api-tokens.ts'
import { addAuditLogMonths } from '#domain/admin/audit/audit-log-months.ts'
import { totalCreditDays } from '#domain/admin/figures/credit-days.ts'
import { foldFigures } from '#domain/admin/figures/figure-sums.ts'
import { remindAdmins } from '#domain/admin/notices/remind-admins.ts'
import { removeOldBoards } from '#domain/booking/boards/boards.ts'
import { removePastPeriods } from '#domain/booking/calendar/calendar.ts'
import {
  endDueHeldDates,
  leaveExpiredCheckouts,
} from '#domain/booking/rental-checkouts/end-checkout.ts'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { updateRentalsAtRisk } from '#domain/booking/rentals/changes/late-returns.ts'
import {
  approveConditions,
  askAboutDeliveries,
  cancelUndelivered,
  expireRequests,
} from '#domain/booking/rentals/changes/rental-deadlines.ts'
import {
  remindOfProposals,
  remindOfRequests,
  remindOfReturns,
} from '#domain/booking/rentals/changes/return-reminders.ts'
import { expireProposals } from '#domain/booking/rentals/dates/answer-dates.ts'
import { mailDigests } from '#domain/booking/rentals/lists/closet-digest.ts'
import { offerDueDays } from '#domain/booking/waitlist/due-entries.ts'
import { expireOffers, passEntries } from '#domain/booking/waitlist/waitlist-deadlines.ts'
import { enforceCaseDeadlines } from '#domain/care/cases/case-deadlines.ts'
import { removeOldConversations } from '#domain/care/messages/end-conversations.ts'
import { publishDueRatings } from '#domain/care/ratings/publish-ratings.ts'
import { remindToRate } from '#domain/care/ratings/remind-to-rate.ts'
import { closeAnsweredRequests, removeOldRequests } from '#domain/care/support/end-requests.ts'
import { countFitAnswers } from '#domain/catalogue/fit/fit-answers.ts'
import { sweepImages } from '#domain/catalogue/images/sweep.ts'
import { continueImports } from '#domain/catalogue/imports/continue-imports.ts'
import { removeOldImports } from '#domain/catalogue/imports/end-imports.ts'
import { removeSentPhotos } from '#domain/catalogue/imports/sent-photos.ts'
import { continueDeletions } from '#domain/catalogue/items/delete-brands.ts'
import { foldListedCounts } from '#domain/catalogue/items/listed-counts.ts'
import { growSitemap } from '#domain/catalogue/items/sitemap.ts'
import { mailNewItems } from '#domain/catalogue/search/mail-new-items.ts'
import { foldUnmetSearches } from '#domain/catalogue/search/unmet-searches.ts'
import { countWords } from '#domain/catalogue/search/word-counts.ts'
import { explainBalance } from '#domain/money/balance/explain-balance.ts'
import { readBalance } from '#domain/money/balance/read-balance.ts'
import { sweepBalance } from '#domain/money/balance/sweep-balance.ts'
import { sweepFailedPayments } from '#domain/money/cards/cards.ts'
import { removeContacts } from '#domain/money/checkout/contacts.ts'
import { expireLots, extendLots } from '#domain/money/credits/credits.ts'
import { remindOfExpiry } from '#domain/money/credits/expiry-reminders.ts'
import { reconcile } from '#domain/money/events/reconcile.ts'
import { sweepEvents } from '#domain/money/events/sweep-events.ts'
import { extendGifts } from '#domain/money/gifts/extend-gifts.ts'
import { remindOfGifts } from '#domain/money/gifts/gift-mail.ts'
import { findOwedForAYear } from '#domain/money/payouts/owed-without-account.ts'
import { payClosets } from '#domain/money/payouts/pay-closets.ts'
import { remindOfPayouts } from '#domain/money/payouts/remind-of-payouts.ts'
import { compareTransfers } from '#domain/money/payouts/transfers/compare-transfers.ts'
import { makePendingTransfers } from '#domain/money/payouts/transfers/make-transfer.ts'
import { grantDueMonths } from '#domain/money/plans/grants.ts'
import { remindOfRenewals } from '#domain/money/plans/remind-of-renewals.ts'
import { markRefundsWithNothingLeft } from '#domain/money/refunds/refunds-with-nothing-left.ts'
import { sweepApiRequests } from '#domain/outbound/idempotency/idempotency.ts'
import { sweepMail } from '#domain/outbound/mail/outbox.ts'
import { sendWebhooks } from '#domain/outbound/webhooks/send-webhooks.ts'
import { removeOldEvents } from '#domain/outbound/webhooks/webhook-queue.ts'
import { foldTotals } from '#domain/shared/lists/running-totals.ts'
import { forgetDismissals } from '#domain/site/announcements/announcements.ts'
import { sendAnnouncements } from '#domain/site/announcements/send-announcements.ts'
import { inBatches } from './in-batches.ts'
import { checkIntegrity } from './jobs.ts'
import { sweepDeadJobs } from './sweep-dead-jobs.ts'
import { sweepRateLimits } from './sweep-rate-limits.ts'
import { beginJob, type Job, type System } from './system.ts'

export type Scheduled = {
  /** A line of a crontab, in UTC: minute, hour, day of month, month, day of week. */
  readonly every: string
  /** Also runs when a process starts, to complete what a crash left open. */
  readonly atStart?: true
  readonly run?: (job: Job, stop: AbortSignal) => Promise<unknown>
  /** Steps that are repeated until nothing is left to do. */
  readonly batches?: readonly ((job: Job) => Promise<number>)[]
}

/** Runs a scheduled job now. */
export async function runScheduled(
  { run, batches = [] }: Scheduled,
  system: System,
  stop: AbortSignal,
): Promise<void> {
  await run?.(beginJob(system), stop)
  for (const batch of batches) await inBatches(() => batch(beginJob(system)))
}

/** All scheduled jobs, and when they run. */
export const scheduledJobs = {
  'fold-listed-counts': { every: '* * * * *', run: ({ db }) => foldListedCounts(db) },
  'fold-running-totals': { every: '* * * * *', batches: [({ db }) => foldTotals(db)] },
  'fold-figures': { every: '* * * * *', batches: [({ db }) => foldFigures(db)] },
  'grow-sitemap': { every: '47 * * * *', atStart: true, run: ({ db }) => growSitemap(db) },
  'count-search-words': { every: '37 4 * * *', atStart: true, run: ({ db }) => countWords(db) },
  'count-fit-answers': { every: '53 4 * * *', atStart: true, run: ({ db }) => countFitAnswers(db) },
  'count-unmet-searches': {
    every: '13 5 * * *',
    atStart: true,
    batches: [({ db, today }) => foldUnmetSearches(db, today)],
  },
  // After the hourly expiry of credits.
  'total-credit-days': {
    every: '27 * * * *',
    atStart: true,
    batches: [(job) => totalCreditDays(job.db, job)],
  },
  'add-audit-log-months': {
    every: '43 4 * * *',
    atStart: true,
    run: ({ db, now }) => addAuditLogMonths(db, now),
  },
  // Each check decides when it is due again.
  'check-integrity-again': {
    every: '*/15 * * * *',
    atStart: true,
    run: checkIntegrity,
  },
  'reconcile-payments': {
    every: '*/10 * * * *',
    atStart: true,
    run: ({ db, stripe, now }) => reconcile(db, stripe, now),
  },
  'pay-closets': { every: '27 * * * *', batches: [(job) => payClosets(job.db, job.stripe, job)] },
  'compare-transfers': {
    every: '17 9 * * *',
    run: ({ db, stripe, now }) => compareTransfers(db, stripe, now),
  },
  'read-balance': {
    every: '9 * * * *',
    atStart: true,
    // Most have their record already.
    run: async ({ db, stripe, now }) => {
      await readBalance(db, stripe, now)
      await explainBalance(db, now)
    },
  },
  // Those whose record comes later, at the latest within an hour of it.
  'explain-balance': {
    every: '19 * * * *',
    atStart: true,
    batches: [({ db, now }) => explainBalance(db, now), ({ db, now }) => sweepBalance(db, now)],
  },
  'make-pending-transfers': {
    every: '37 9 * * *',
    batches: [({ db, stripe, now }) => makePendingTransfers(db, stripe, now)],
  },
  'remind-of-payouts': {
    every: '42 14 * * *',
    batches: [(job) => remindOfPayouts(job.db, job.stripe, job)],
  },
  'find-owed-for-a-year': {
    every: '32 * * * *',
    atStart: true,
    run: ({ db, now }) => findOwedForAYear(db, now),
  },
  'mark-refunds-with-nothing-left': {
    every: '22 * * * *',
    run: ({ db, now }) => markRefundsWithNothingLeft(db, now),
  },
  // Before 'expire-credits', for what expires within a day.
  'extend-credits': {
    every: '2 * * * *',
    atStart: true,
    batches: [(job) => extendLots(job.db, job), (job) => extendGifts(job.db, job)],
  },
  'expire-credits': { every: '7 * * * *', batches: [({ db, now }) => expireLots(db, now)] },
  'grant-months': {
    every: '*/10 * * * *',
    atStart: true,
    batches: [({ db, now }) => grantDueMonths(db, now)],
  },
  'remind-of-renewals': {
    every: '42 15 * * *',
    batches: [(job) => remindOfRenewals(job.db, job)],
  },
  'remind-of-expiry': {
    every: '52 * * * *',
    batches: [(job) => remindOfExpiry(job.db, job, job.now)],
  },
  'remind-of-gifts': {
    every: '12 * * * *',
    batches: [(job) => remindOfGifts(job.db, job, job.now)],
  },
  'expire-requests': {
    every: '* * * * *',
    atStart: true,
    batches: [
      (job) => expireRequests(job.db, job),
      (job) => remindOfRequests(job.db, job),
      (job) => expireProposals(job.db, job),
      (job) => remindOfProposals(job.db, job),
    ],
  },
  'cancel-undelivered': {
    every: '22 * * * *',
    batches: [(job) => askAboutDeliveries(job.db, job), (job) => cancelUndelivered(job.db, job)],
  },
  'approve-unreviewed': { every: '32 * * * *', batches: [(job) => approveConditions(job.db, job)] },
  'release-claims': { every: '42 * * * *', batches: [({ db, now }) => releaseClaims(db, now)] },
  'watch-appeals': {
    every: '12 * * * *',
    batches: [({ db, now }) => enforceCaseDeadlines(db, 'appeal', now)],
  },
  'watch-return-requests': {
    every: '17 * * * *',
    batches: [({ db, now }) => enforceCaseDeadlines(db, 'return', now)],
  },
  'publish-ratings': {
    every: '22 * * * *',
    batches: [({ db, now }) => publishDueRatings(db, now)],
  },
  'remind-to-rate': { every: '32 * * * *', batches: [({ db, now }) => remindToRate(db, now)] },
  'remind-of-returns': { every: '52 * * * *', batches: [(job) => remindOfReturns(job.db, job)] },
  'expire-waitlist-offers': {
    every: '*/10 * * * *',
    atStart: true,
    batches: [({ db, now }) => expireOffers(db, now), ({ db, now }) => offerDueDays(db, now)],
  },
  'end-held-dates': {
    every: '*/10 * * * *',
    atStart: true,
    batches: [
      ({ db, now }) => endDueHeldDates(db, now),
      ({ db, now }) => leaveExpiredCheckouts(db, now),
    ],
  },
  'remove-old-boards': {
    every: '35 4 * * *',
    batches: [({ db, today }) => removeOldBoards(db, today)],
  },
  'pass-waitlist-entries': {
    every: '20 8 * * *',
    batches: [({ db, now }) => passEntries(db, now)],
  },
  'watch-late-returns': {
    every: '2 * * * *',
    batches: [(job) => updateRentalsAtRisk(job.db, job)],
  },
  'remind-admins': { every: '15 12 * * *', run: (job) => remindAdmins(job.db, job, job.now) },
  'send-announcements': {
    every: '* * * * *',
    atStart: true,
    batches: [(job) => sendAnnouncements(job.db, job)],
  },
  'forget-dismissals': {
    every: '11 3 * * *',
    batches: [({ db, now }) => forgetDismissals(db, now)],
  },
  'mail-new-items': { every: '*/10 * * * *', batches: [(job) => mailNewItems(job.db, job)] },
  'mail-digests': { every: '*/10 * * * *', batches: [(job) => mailDigests(job.db, job)] },
  'remove-past-periods': {
    every: '37 3 * * *',
    batches: [({ db, today }) => removePastPeriods(db, today)],
  },
  'remove-old-conversations': {
    every: '7 3 * * *',
    batches: [({ db, now }) => removeOldConversations(db, now)],
  },
  'end-support-requests': {
    every: '27 3 * * *',
    batches: [
      ({ db, now }) => closeAnsweredRequests(db, now),
      ({ db, now }) => removeOldRequests(db, now),
    ],
  },
  'continue-changes-of-items': { every: '*/10 * * * *', run: ({ db }) => continueChanges(db) },
  'continue-deletions-of-brands': { every: '*/10 * * * *', run: ({ db }) => continueDeletions(db) },
  'continue-imports': { every: '42 * * * *', run: ({ db, now }) => continueImports(db, now) },
  'remove-old-imports': {
    every: '12 * * * *',
    batches: [
      ({ db, now }) => removeOldImports(db, now),
      ({ db, images, now }) => removeSentPhotos(db, images, now),
    ],
  },
  'sweep-images': {
    every: '17 * * * *',
    run: ({ db, images, now }) => sweepImages(db, images, now),
  },
  'forget-contacts': { every: '47 3 * * *', run: ({ db, now }) => removeContacts(db, now) },
  'sweep-mail': { every: '57 3 * * *', run: ({ db, now }) => sweepMail(db, now) },
  'sweep-sessions': { every: '27 * * * *', run: ({ db, now }) => sweepSessions(db, now) },
  'sweep-api-tokens': {
    every: '33 * * * *',
    batches: [({ db, now }) => sweepApiRequests(db, now), ({ db, now }) => sweepApiTokens(db, now)],
  },
  'sweep-failed-payments': {
    every: '4 5 * * *',
    batches: [({ db, now }) => sweepFailedPayments(db, now)],
  },
  'sweep-events': { every: '2 * * * *', batches: [({ db, now }) => sweepEvents(db, now)] },
  // Sends the webhooks whose job was lost when its process ended.
  'send-due-webhooks': { every: '* * * * *', atStart: true, run: sendWebhooks },
  'remove-old-webhooks': {
    every: '22 4 * * *',
    batches: [({ db, now }) => removeOldEvents(db, now)],
  },
  'sweep-dead-jobs': {
    every: '57 * * * *',
    run: ({ db, noteJobError }) => sweepDeadJobs(db, noteJobError),
  },
  'sweep-rate-limits': { every: '37 * * * *', run: ({ db, now }) => sweepRateLimits(db, now) },
} as const satisfies Record<string, Scheduled>
