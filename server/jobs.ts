import { importRules } from '#app/http/import-rules.ts'
import type { Jobs } from '#db/jobs.ts'
import { changeItems } from '#domain/accounts/change-items.ts'
import { notifyAboutAppeal } from '#domain/appeals/appeal-notifications.ts'
import { closeCheckout } from '#domain/checkout/fulfil.ts'
import { mailReceipt } from '#domain/checkout/receipt-mail.ts'
import { refundRenewal } from '#domain/checkout/refund-renewal.ts'
import { makeRefund } from '#domain/checkout/refunds.ts'
import { processEvent } from '#domain/checkout/webhook.ts'
import { mailGiftCode } from '#domain/gift-codes/gift-mail.ts'
import { deleteBrandInBatches } from '#domain/items/delete-brands.ts'
import { checkImport } from '#domain/listing-imports/check-import.ts'
import { importListings } from '#domain/listing-imports/import-listings.ts'
import { sendQueuedMail } from '#domain/mail/outbox.ts'
import { mailUnreadMessages } from '#domain/messages/mail-unread.ts'
import { notifyAdmins } from '#domain/oversight/admin-notifications.ts'
import { runDueChecks } from '#domain/oversight/integrity-results.ts'
import { mailPayout } from '#domain/payouts/mail-payout.ts'
import { mailPayoutSetUp } from '#domain/payouts/mail-payout-set-up.ts'
import { makeTransfer } from '#domain/payouts/make-transfer.ts'
import { mailRateChange } from '#domain/payouts/payout-rate.ts'
import { mailResetLink } from '#domain/people/recovery.ts'
import { unsubscribeAddress } from '#domain/people/unsubscribe-link.ts'
import { notifyAboutRatings } from '#domain/ratings/rating-notifications.ts'
import { notifyAboutRental } from '#domain/rentals/rental-notifications.ts'
import { notifyAboutReturn } from '#domain/return-requests/return-notifications.ts'
import { indexBrand } from '#domain/search/index-brand.ts'
import { stopRenewal } from '#domain/subscriptions/stop-renewal.ts'
import { offerDueDays } from '#domain/waitlist/due-entries.ts'
import { expireOffer } from '#domain/waitlist/waitlist-deadlines.ts'
import { notifyAboutWaitlist } from '#domain/waitlist/waitlist-notifications.ts'
import { sendWebhooks } from '#domain/webhooks/send-webhooks.ts'
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
