import { continueChanges } from '#domain/accounts/closing/change-items.ts'
import { sweepSessions } from '#domain/accounts/sign-in/sweep-sessions.ts'
import { sweepApiTokens } from '#domain/accounts/tokens/api-tokens.ts'
import { addAuditLogMonths } from '#domain/admin/audit/audit-log-months.ts'
import { totalCreditDays } from '#domain/admin/figures/credit-days.ts'
import { foldFigures } from '#domain/admin/figures/figure-sums.ts'
import { runDueChecks } from '#domain/admin/figures/integrity-results.ts'
import { remindAdmins } from '#domain/admin/notices/remind-admins.ts'
import { removePastPeriods } from '#domain/booking/calendar/calendar.ts'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { updateRentalsAtRisk } from '#domain/booking/rentals/changes/late-returns.ts'
import {
  approveConditions,
  askAboutDeliveries,
  cancelUndelivered,
  type Deadline,
  expireRequests,
} from '#domain/booking/rentals/changes/rental-deadlines.ts'
import { remindOfReturns } from '#domain/booking/rentals/changes/return-reminders.ts'
import { mailDigests } from '#domain/booking/rentals/lists/closet-digest.ts'
import { offerDueDays } from '#domain/booking/waitlist/due-entries.ts'
import { expireOffers, passEntries } from '#domain/booking/waitlist/waitlist-deadlines.ts'
import { enforceCaseDeadlines } from '#domain/care/cases/case-deadlines.ts'
import { removeOldConversations } from '#domain/care/messages/end-conversations.ts'
import { publishDueRatings } from '#domain/care/ratings/publish-ratings.ts'
import { remindToRate } from '#domain/care/ratings/remind-to-rate.ts'
import { countFitAnswers } from '#domain/catalogue/fit/fit-answers.ts'
import { sweepImages } from '#domain/catalogue/images/sweep.ts'
import { continueImports } from '#domain/catalogue/imports/continue-imports.ts'
import { removeOldImports } from '#domain/catalogue/imports/end-imports.ts'
import { removeSentPhotos } from '#domain/catalogue/imports/sent-photos.ts'
import { continueDeletions } from '#domain/catalogue/items/delete-brands.ts'
import { foldListedCounts } from '#domain/catalogue/items/listed-counts.ts'
import { growSitemap } from '#domain/catalogue/items/sitemap.ts'
import { foldUnmetSearches } from '#domain/catalogue/search/unmet-searches.ts'
import { countWords } from '#domain/catalogue/search/word-counts.ts'
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
import { markRefundsWithNothingLeft } from '#domain/money/refunds/refunds-with-nothing-left.ts'
import { sweepApiRequests } from '#domain/outbound/idempotency/idempotency.ts'
import { sweepMail } from '#domain/outbound/mail/outbox.ts'
import { sendWebhooks } from '#domain/outbound/webhooks/send-webhooks.ts'
import { removeOldEvents } from '#domain/outbound/webhooks/webhook-queue.ts'
import { foldTotals } from '#domain/shared/lists/running-totals.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { inBatches } from './in-batches.ts'
import { sweepDeadJobs } from './sweep-dead-jobs.ts'
import { sweepRateLimits } from './sweep-rate-limits.ts'
import type { System } from './system.ts'

export type Scheduled = {
  /** A line of a crontab, in UTC: minute, hour, day of month, month, day of week. */
  readonly every: string
  /** Also runs when a process starts, to complete what a crash left open. */
  readonly atStart?: true
  readonly run: (system: System, stop: AbortSignal) => Promise<unknown>
}

/** All scheduled jobs, and when they run. */
export const scheduledJobs = {
  'fold-listed-counts': { every: '* * * * *', run: ({ db }) => foldListedCounts(db) },
  'fold-running-totals': { every: '* * * * *', run: ({ db }) => inBatches(() => foldTotals(db)) },
  'fold-figures': { every: '* * * * *', run: ({ db }) => inBatches(() => foldFigures(db)) },
  'grow-sitemap': { every: '47 * * * *', atStart: true, run: ({ db }) => growSitemap(db) },
  'count-search-words': { every: '37 4 * * *', atStart: true, run: ({ db }) => countWords(db) },
  'count-fit-answers': { every: '53 4 * * *', atStart: true, run: ({ db }) => countFitAnswers(db) },
  'count-unmet-searches': {
    every: '13 5 * * *',
    atStart: true,
    run: (system) => inBatches(() => foldUnmetSearches(system.db, deadline(system).today)),
  },
  // After the hourly expiry of credits.
  'total-credit-days': {
    every: '27 * * * *',
    atStart: true,
    run: (system) =>
      inBatches(() =>
        totalCreditDays(system.db, { ...deadline(system), timeZone: system.timeZone }),
      ),
  },
  'add-audit-log-months': {
    every: '43 4 * * *',
    atStart: true,
    run: ({ db, clock }) => addAuditLogMonths(db, clock()),
  },
  // Each check decides when it is due again.
  'check-integrity-again': {
    every: '*/15 * * * *',
    atStart: true,
    run: ({ onDirectConnection, clock }, stop) =>
      onDirectConnection((db) => runDueChecks(db, { clock, stop })),
  },
  'reconcile-payments': {
    every: '*/10 * * * *',
    atStart: true,
    run: ({ db, stripe, clock }) => reconcile(db, stripe, clock()),
  },
  'pay-closets': {
    every: '27 * * * *',
    run: (system) => inBatches(() => payClosets(system.db, system.stripe, deadline(system))),
  },
  'compare-transfers': {
    every: '17 9 * * *',
    run: ({ db, stripe, clock }) => compareTransfers(db, stripe, clock()),
  },
  'make-pending-transfers': {
    every: '37 9 * * *',
    run: ({ db, stripe, clock }) => inBatches(() => makePendingTransfers(db, stripe, clock())),
  },
  'remind-of-payouts': {
    every: '42 14 * * *',
    run: (system) => inBatches(() => remindOfPayouts(system.db, system.stripe, deadline(system))),
  },
  'find-owed-for-a-year': {
    every: '32 * * * *',
    atStart: true,
    run: ({ db, clock }) => findOwedForAYear(db, clock()),
  },
  'mark-refunds-with-nothing-left': {
    every: '22 * * * *',
    run: ({ db, clock }) => markRefundsWithNothingLeft(db, clock()),
  },
  // Before 'expire-credits', for what expires within a day.
  'extend-credits': {
    every: '2 * * * *',
    atStart: true,
    run: async ({ db, clock, timeZone }) => {
      await inBatches(() => extendLots(db, { now: clock(), timeZone }))
      await inBatches(() => extendGifts(db, { now: clock(), timeZone }))
    },
  },
  'expire-credits': {
    every: '7 * * * *',
    run: ({ db, clock }) => inBatches(() => expireLots(db, clock())),
  },
  'grant-months': {
    every: '*/10 * * * *',
    atStart: true,
    run: ({ db, clock }) => inBatches(() => grantDueMonths(db, clock())),
  },
  'remind-of-expiry': {
    every: '52 * * * *',
    run: (system) => inBatches(() => remindOfExpiry(system.db, system, system.clock())),
  },
  'remind-of-gifts': {
    every: '12 * * * *',
    run: (system) => inBatches(() => remindOfGifts(system.db, system, system.clock())),
  },
  'cancel-undelivered': {
    every: '22 * * * *',
    run: async (system) => {
      await inBatches(() => expireRequests(system.db, deadline(system)))
      await inBatches(() => askAboutDeliveries(system.db, deadline(system)))
      await inBatches(() => cancelUndelivered(system.db, deadline(system)))
    },
  },
  'approve-unreviewed': {
    every: '32 * * * *',
    run: (system) => inBatches(() => approveConditions(system.db, deadline(system))),
  },
  'release-claims': {
    every: '42 * * * *',
    run: ({ db, clock }) => inBatches(() => releaseClaims(db, clock())),
  },
  'watch-appeals': {
    every: '12 * * * *',
    run: ({ db, clock }) => inBatches(() => enforceCaseDeadlines(db, 'appeal', clock())),
  },
  'watch-return-requests': {
    every: '17 * * * *',
    run: ({ db, clock }) => inBatches(() => enforceCaseDeadlines(db, 'return', clock())),
  },
  'publish-ratings': {
    every: '22 * * * *',
    run: ({ db, clock }) => inBatches(() => publishDueRatings(db, clock())),
  },
  'remind-to-rate': {
    every: '32 * * * *',
    run: ({ db, clock }) => inBatches(() => remindToRate(db, clock())),
  },
  'remind-of-returns': {
    every: '52 * * * *',
    run: (system) => inBatches(() => remindOfReturns(system.db, deadline(system))),
  },
  'expire-waitlist-offers': {
    every: '*/10 * * * *',
    atStart: true,
    run: async ({ db, clock }) => {
      await inBatches(() => expireOffers(db, clock()))
      await inBatches(() => offerDueDays(db, clock()))
    },
  },
  'pass-waitlist-entries': {
    every: '20 8 * * *',
    run: ({ db, clock }) => inBatches(() => passEntries(db, clock())),
  },
  'watch-late-returns': {
    every: '2 * * * *',
    run: (system) =>
      inBatches(() =>
        updateRentalsAtRisk(system.db, { ...deadline(system), timeZone: system.timeZone }),
      ),
  },
  'remind-admins': {
    every: '15 12 * * *',
    run: (system) => remindAdmins(system.db, system, system.clock()),
  },
  'mail-digests': {
    every: '*/10 * * * *',
    run: (system) =>
      inBatches(() => mailDigests(system.db, { ...deadline(system), timeZone: system.timeZone })),
  },
  'remove-past-periods': {
    every: '37 3 * * *',
    run: (system) => inBatches(() => removePastPeriods(system.db, deadline(system).today)),
  },
  'remove-old-conversations': {
    every: '7 3 * * *',
    run: ({ db, clock }) => inBatches(() => removeOldConversations(db, clock())),
  },
  'continue-changes-of-items': { every: '*/10 * * * *', run: ({ db }) => continueChanges(db) },
  'continue-deletions-of-brands': {
    every: '*/10 * * * *',
    run: ({ db }) => continueDeletions(db),
  },
  'continue-imports': {
    every: '42 * * * *',
    run: ({ db, clock }) => continueImports(db, clock()),
  },
  'remove-old-imports': {
    every: '12 * * * *',
    run: async ({ db, images, clock }) => {
      await inBatches(() => removeOldImports(db, clock()))
      await inBatches(() => removeSentPhotos(db, images, clock()))
    },
  },
  'sweep-images': {
    every: '17 * * * *',
    run: ({ db, images, clock }) => sweepImages(db, images, clock()),
  },
  'forget-contacts': { every: '47 3 * * *', run: ({ db, clock }) => removeContacts(db, clock()) },
  'sweep-mail': { every: '57 3 * * *', run: ({ db, clock }) => sweepMail(db, clock()) },
  'sweep-sessions': { every: '27 * * * *', run: ({ db, clock }) => sweepSessions(db, clock()) },
  'sweep-api-tokens': {
    every: '33 * * * *',
    run: async ({ db, clock }) => {
      await inBatches(() => sweepApiRequests(db, clock()))
      await inBatches(() => sweepApiTokens(db, clock()))
    },
  },
  'sweep-events': {
    every: '2 * * * *',
    run: ({ db, clock }) => inBatches(() => sweepEvents(db, clock())),
  },
  // Sends the webhooks whose job was lost when its process ended.
  'send-due-webhooks': {
    every: '* * * * *',
    atStart: true,
    run: (system, stop) => sendWebhooks(system, stop),
  },
  'remove-old-webhooks': {
    every: '22 4 * * *',
    run: ({ db, clock }) => inBatches(() => removeOldEvents(db, clock())),
  },
  'sweep-dead-jobs': {
    every: '57 * * * *',
    run: ({ db, noteJobError }) => sweepDeadJobs(db, noteJobError),
  },
  'sweep-rate-limits': {
    every: '37 * * * *',
    run: ({ db, clock }) => sweepRateLimits(db, clock()),
  },
} as const satisfies Record<string, Scheduled>

function deadline({ clock, timeZone, origin }: System): Deadline {
  const now = clock()
  return { now, today: calendarDateIn(timeZone, now), origin }
}
