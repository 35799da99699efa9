import { importRules } from '#app/routes/business/import-rules.ts'
import type { Jobs } from '#db/jobs.ts'
import { changeItems } from '#domain/accounts/closing/change-items.ts'
import { unsubscribeAddress } from '#domain/accounts/people/unsubscribe-link.ts'
import { mailResetLink } from '#domain/accounts/sign-in/recovery.ts'
import { runDueChecks } from '#domain/admin/figures/integrity-results.ts'
import { notifyAdmins } from '#domain/admin/notices/admin-notifications.ts'
import { notifyAboutRental } from '#domain/booking/rentals/notices/rental-notifications.ts'
import { offerDueDays } from '#domain/booking/waitlist/due-entries.ts'
import { expireOffer } from '#domain/booking/waitlist/waitlist-deadlines.ts'
import { notifyAboutWaitlist } from '#domain/booking/waitlist/waitlist-notifications.ts'
import { notifyAboutAppeal, notifyAboutReturn } from '#domain/care/cases/case-notifications.ts'
import { mailUnreadMessages } from '#domain/care/messages/mail-unread.ts'
import { notifyAboutRatings } from '#domain/care/ratings/rating-notifications.ts'
import { checkImport } from '#domain/catalogue/imports/check-import.ts'
import { importListings } from '#domain/catalogue/imports/import-listings.ts'
import { deleteBrandInBatches } from '#domain/catalogue/items/delete-brands.ts'
import { indexBrand } from '#domain/catalogue/search/index-brand.ts'
import { closeCheckout } from '#domain/money/checkout/fulfil.ts'
import { mailReceipt } from '#domain/money/checkout/receipt-mail.ts'
import { refundRenewal } from '#domain/money/checkout/refunding/refund-renewal.ts'
import { makeRefund } from '#domain/money/checkout/refunding/refunds.ts'
import { processEvent } from '#domain/money/events/events.ts'
import { mailGiftCode } from '#domain/money/gifts/gift-mail.ts'
import { mailPayoutSetUp } from '#domain/money/payouts/mail-payout-set-up.ts'
import { mailRateChange } from '#domain/money/payouts/payout-rate.ts'
import { mailPayout } from '#domain/money/payouts/transfers/mail-payout.ts'
import { makeTransfer } from '#domain/money/payouts/transfers/make-transfer.ts'
import { stopRenewal } from '#domain/money/plans/stop-renewal.ts'
import { sendQueuedMail } from '#domain/outbound/mail/outbox.ts'
import { sendWebhooks } from '#domain/outbound/webhooks/send-webhooks.ts'
import { inBatches } from './in-batches.ts'
import type { System } from './system.ts'

type Tasks = {
  readonly [Task in keyof Jobs]: (
    payload: Jobs[Task],
    system: System,
    /** Aborted when the process ends. */
    stop: AbortSignal,
  ) => Promise<void>
}

/** The handlers of the jobs that commands put into the queue. All may run twice. */
export const tasks: Tasks = {
  'send-mail': ({ mailId }, { db, mail, clock, auth, origin }) =>
    sendQueuedMail(db, mail, mailId, clock(), (wanted) =>
      unsubscribeAddress(auth.secret, origin, wanted),
    ),
  'mail-reset-link': (requested, { db, auth, clock }) =>
    mailResetLink(db, auth, requested, clock()),
  'stripe-event': ({ eventId }, { db, stripe, clock }) =>
    processEvent(db, stripe, eventId, clock()),
  'make-refund': ({ refundId }, { db, stripe, clock }) => makeRefund(db, stripe, refundId, clock()),
  'make-transfer': ({ transferId }, { db, stripe, clock }) =>
    makeTransfer(db, stripe, transferId, clock()),
  'mail-payout': (about, system) => mailPayout(system.db, about, system, system.clock()),
  'tell-closets-of-rate': (job, system) => mailRateChange(system.db, job, system, system.clock()),
  'close-checkout': ({ sessionId }, { db, stripe }) => closeCheckout(db, stripe, sessionId),
  'end-subscription': ({ stripeSubscriptionId }, { stripe }) =>
    stripe.subscriptions.end(stripeSubscriptionId),
  'refund-renewal': ({ coverageId }, { db, stripe, clock }) =>
    refundRenewal(db, stripe, coverageId, clock()),
  'stop-renewal': ({ personId }, { db, stripe, clock }) =>
    stopRenewal(db, stripe, personId, clock()),
  'mail-gift-code': (gift, system) => mailGiftCode(system.db, gift, system, system.clock()),
  'mail-receipt': (receipt, system) => mailReceipt(system.db, receipt, system, system.clock()),
  'mail-payout-set-up': (account, system) =>
    mailPayoutSetUp(system.db, account, system, system.clock()),
  'tell-admins': (job, system) => notifyAdmins(system.db, job, system, system.clock()),
  'index-brand': ({ brandId }, { db }) => indexBrand(db, brandId),
  'tell-about-rental': (job, { db, clock, timeZone }) =>
    notifyAboutRental(db, job, clock(), timeZone),
  'tell-about-waitlist': (job, system) =>
    notifyAboutWaitlist(system.db, job, system, system.clock()),
  'tell-about-appeal': (job, system) => notifyAboutAppeal(system.db, job, system, system.clock()),
  'tell-about-return-request': (job, system) =>
    notifyAboutReturn(system.db, job, system, system.clock()),
  'mail-unread-messages': (job, system) =>
    mailUnreadMessages(system.db, job, system, system.clock()),
  'tell-about-ratings': (job, system) => notifyAboutRatings(system.db, job, system, system.clock()),
  'check-import': ({ importId }, { db, images, clock }) =>
    checkImport({ db, images, rules: importRules }, importId, clock()),
  'import-listings': ({ importId }, { db, clock }) =>
    importListings(db, importRules, importId, clock()),
  'change-items': ({ listerId }, { db, clock }) => changeItems(db, listerId, clock()),
  'delete-brand': ({ brandId }, { db }) => deleteBrandInBatches(db, brandId),
  'check-integrity': (_, { onDirectConnection, clock }, stop) =>
    onDirectConnection((db) => runDueChecks(db, { clock, stop })),
  'send-webhooks': (_, system, stop) => sendWebhooks(system, stop),
  'expire-waitlist-offer': ({ entryId }, { db, clock }) => expireOffer(db, entryId, clock()),
  'offer-due-days': async (_, { db, clock }) => {
    await inBatches(() => offerDueDays(db, clock()))
  },
}
