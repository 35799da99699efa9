import { importRules } from '#app/routes/business/import-rules.ts'
import type { Jobs } from '#db/jobs.ts'
import { changeItems } from '#domain/accounts/closing/change-items.ts'
import { unsubscribeAddress } from '#domain/accounts/people/unsubscribe-link.ts'
import { mailResetLink } from '#domain/accounts/sign-in/recovery.ts'
import { runDueChecks } from '#domain/admin/figures/integrity-results.ts'
import { notifyAdmins } from '#domain/admin/notices/admin-notifications.ts'
import { endHeldDates } from '#domain/booking/rental-checkouts/end-checkout.ts'
import { notifyAboutRefusedCheckout } from '#domain/booking/rental-checkouts/refused-checkout-mail.ts'
import { requestPaidRentals } from '#domain/booking/rental-checkouts/request-paid-rentals.ts'
import { notifyAboutRental } from '#domain/booking/rentals/notices/rental-notifications.ts'
import { offerDueDays } from '#domain/booking/waitlist/due-entries.ts'
import { expireOffer } from '#domain/booking/waitlist/waitlist-deadlines.ts'
import { notifyAboutWaitlist } from '#domain/booking/waitlist/waitlist-notifications.ts'
import { notifyAboutAppeal, notifyAboutReturn } from '#domain/care/cases/case-notifications.ts'
import { sendAcceptanceMessage } from '#domain/care/messages/acceptance-message.ts'
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
import type { Job } from './system.ts'

type Tasks = {
  readonly [Task in keyof Jobs]: (
    payload: Jobs[Task],
    job: Job,
    /** Aborted when the process ends. */
    stop: AbortSignal,
  ) => Promise<void>
}

/** The handlers of the jobs that commands put into the queue. All may run twice. */
export const tasks: Tasks = {
  'send-mail': ({ mailId }, { db, mail, now, auth, origin }) =>
    sendQueuedMail(db, mail, mailId, now, (wanted) =>
      unsubscribeAddress(auth.secret, origin, wanted),
    ),
  'mail-reset-link': (requested, { db, auth, now }) => mailResetLink(db, auth, requested, now),
  'stripe-event': ({ eventId }, { db, stripe, now }) => processEvent(db, stripe, eventId, now),
  'make-refund': ({ refundId }, { db, stripe, now }) => makeRefund(db, stripe, refundId, now),
  'make-transfer': ({ transferId }, { db, stripe, now }) =>
    makeTransfer(db, stripe, transferId, now),
  'mail-payout': (payout, job) => mailPayout(job.db, payout, job, job.now),
  'tell-closets-of-rate': (rate, job) => mailRateChange(job.db, rate, job, job.now),
  'close-checkout': ({ sessionId }, { db, stripe }) => closeCheckout(db, stripe, sessionId),
  'end-subscription': ({ stripeSubscriptionId }, { stripe }) =>
    stripe.subscriptions.end(stripeSubscriptionId),
  'refund-renewal': ({ coverageId }, { db, stripe, now }) =>
    refundRenewal(db, stripe, coverageId, now),
  'stop-renewal': ({ personId }, { db, stripe, now }) => stopRenewal(db, stripe, personId, now),
  'mail-gift-code': (gift, job) => mailGiftCode(job.db, gift, job, job.now),
  'mail-receipt': (receipt, job) => mailReceipt(job.db, receipt, job, job.now),
  'mail-payout-set-up': (account, job) => mailPayoutSetUp(job.db, account, job, job.now),
  'tell-admins': (event, job) => notifyAdmins(job.db, event, job, job.now),
  'index-brand': ({ brandId }, { db }) => indexBrand(db, brandId),
  'tell-about-rental': (event, { db, now, timeZone }) =>
    notifyAboutRental(db, event, now, timeZone),
  'request-paid-rental': async ({ orderId }, job) => {
    await requestPaidRentals(job.db, orderId, job)
  },
  'end-held-dates': ({ orderId }, { db, now }) => endHeldDates(db, orderId, now),
  'tell-about-refused-checkout': (refused, job) =>
    notifyAboutRefusedCheckout(job.db, refused, job, job.now),
  'tell-about-waitlist': (event, job) => notifyAboutWaitlist(job.db, event, job, job.now),
  'tell-about-appeal': (event, job) => notifyAboutAppeal(job.db, event, job, job.now),
  'tell-about-return-request': (event, job) => notifyAboutReturn(job.db, event, job, job.now),
  'send-acceptance-message': (accepted, { db, now }) => sendAcceptanceMessage(db, accepted, now),
  'mail-unread-messages': (message, job) => mailUnreadMessages(job.db, message, job, job.now),
  'tell-about-ratings': (event, job) => notifyAboutRatings(job.db, event, job, job.now),
  'check-import': ({ importId }, { db, images, now }) =>
    checkImport({ db, images, rules: importRules }, importId, now),
  'import-listings': ({ importId }, { db, now }) => importListings(db, importRules, importId, now),
  'change-items': ({ listerId }, { db, now }) => changeItems(db, listerId, now),
  'delete-brand': ({ brandId }, { db }) => deleteBrandInBatches(db, brandId),
  'check-integrity': (_, job, stop) => checkIntegrity(job, stop),
  'send-webhooks': (_, job, stop) => sendWebhooks(job, stop),
  'expire-waitlist-offer': ({ entryId }, { db, now }) => expireOffer(db, entryId, now),
  'offer-due-days': async (_, { db, clock }) => {
    await inBatches(() => offerDueDays(db, clock()))
  },
}

/** Runs the checks that are due. */
export function checkIntegrity({ onDirectConnection, clock }: Job, stop: AbortSignal) {
  return onDirectConnection((db) => runDueChecks(db, { clock, stop }))
}
