import { sql } from 'kysely'
import type { Tx } from './connection.ts'
import type { RatingSide } from './enums.ts'
import type {
  BrandId,
  CoverageId,
  FreshId,
  GiftCodeId,
  ListingImportId,
  MailId,
  MessageId,
  OrderId,
  PayoutRateId,
  PersonId,
  RefundId,
  RentalId,
  SubscriptionId,
  TransferId,
  WaitlistEntryId,
} from './ids.ts'
import { currentRequestId } from './request-id.ts'
import { currentTraceparent } from './trace.ts'

/** Events of a rental: its moves, undone steps, and changes caused by time. */
export type RentalEvent =
  | 'request'
  | 'accept'
  | 'cancel'
  | 'remind-of-request'
  | 'expire-request'
  | 'deliver'
  | 'fail-delivery'
  | 'mark-no-show'
  | 'ask-about-delivery'
  | 'confirm-delivery'
  | 'deny-delivery'
  | 'cancel-undelivered'
  | 'extend'
  | 'propose-dates'
  | 'change-dates'
  | 'keep-dates'
  | 'remind-of-dates'
  | 'remind-of-return'
  | 'remind-of-overdue'
  | 'mark-late'
  | 'mark-lost'
  | 'turn-up'
  | 'send-back'
  | 'at-risk'
  | 'delay-next'
  | 'risk-over'
  | 'previous-late'
  | 'swap'
  | 'record-return'
  | 'approve-condition'
  | 'keep-deposit'
  | 'reduce-withheld'
  | 'undo-accept'
  | 'undo-deliver'
  | 'undo-late'
  | 'undo-lost'
  | 'undo-send-back'
  | 'undo-return'
  | 'reopen'
  | 'undo-review'

/** Events of a deposit appeal; `remind`: the closet has not answered yet. */
export type AppealEvent = 'filed' | 'remind' | 'answered' | 'decided' | 'withdrawn'

/**
 * Events of a return request; `remind`: the closet has not answered yet; `restored`: the item is
 * back and the credits are restored.
 */
export type ReturnRequestEvent =
  | 'requested'
  | 'remind'
  | 'contested'
  | 'accepted'
  | 'decided'
  | 'withdrawn'
  | 'restored'

/** Events of the ratings of a rental that people get an email about. */
export type RatingEvent = 'remind' | 'publish' | 'reply' | 'hide' | 'show' | 'remove-reply'

/** Events that all admins get an email about. */
export type AdminEvent =
  | 'application'
  | 'dispute-opened'
  | 'refund-failed'
  | 'dashboard-refund-failed'
  | 'event-failed'
  | 'job-failed'
  | 'transfer-failed'
  | 'transfer-reversed'
  | 'transfers-differ'
  | 'appeal-to-answer'
  | 'return-to-answer'
  | 'appeal-answered'
  | 'return-contested'
  | 'report'
  | 'support-request'

/** Events of a waitlist entry that its shopper gets an email about. */
export type WaitlistEvent = 'offer' | 'expired' | 'passed'

/** What a receipt is for: an order, a later invoice of a subscription, or a change of plan. */
export type Receipt =
  | { readonly of: 'order'; readonly id: OrderId }
  /** Stripe's id of the invoice. */
  | { readonly of: 'invoice'; readonly id: string }
  | {
      readonly of: 'plan'
      readonly id: SubscriptionId
      readonly turn: PlanTurn
      /** The number of the read of the subscription that found the change. */
      readonly number: number
    }
export type PlanTurn = 'cancelled' | 'resumed' | 'change-booked' | 'change-taken-back'

/** The payout emails of a closet: a transfer that was made or refused, or a failed bank payout. */
export type PayoutMail =
  | { readonly of: 'transfer'; readonly id: TransferId }
  /** Stripe's id of the payout. */
  | { readonly of: 'bank-payout'; readonly id: string }

/** Every job and its payload. The tasks themselves are listed in `server/jobs/jobs.ts`. */
export type Jobs = {
  'send-mail': { readonly mailId: MailId }
  'mail-reset-link': { readonly email: string; readonly origin: string }
  'stripe-event': { readonly eventId: string }
  'make-refund': { readonly refundId: RefundId }
  'make-transfer': { readonly transferId: TransferId }
  'mail-payout': PayoutMail
  /** Emails closets whose ids come after this one; null for the first ones. */
  'tell-closets-of-rate': { readonly rateId: PayoutRateId; readonly after: PersonId | null }
  /** Expires a checkout session of a closed account so that nobody can pay it. */
  'close-checkout': { readonly sessionId: string }
  /** Cancels a second subscription, or one of a closed account, at Stripe at once. */
  'end-subscription': { readonly stripeSubscriptionId: string }
  /** Refunds a payment for a plan whose subscriber has left. */
  'refund-renewal': { readonly coverageId: CoverageId }
  /** Cancels the plan of a blocked person or a new admin at the end of the paid period. */
  'stop-renewal': { readonly personId: PersonId }
  /** `time` counts the emails: the first one, and each one that the buyer asks for. */
  'mail-gift-code': { readonly giftCodeId: GiftCodeId; readonly time: number }
  'mail-receipt': Receipt
  /** The payout account of a closet is ready to receive money. */
  'mail-payout-set-up': { readonly stripeAccountId: string }
  /** `id` identifies the subject; for a job, its name and day; for a reminder, with its day. */
  'tell-admins': {
    readonly event: AdminEvent
    readonly id: string
    readonly error?: string | null
  }
  'tell-about-waitlist': { readonly entryId: WaitlistEntryId; readonly event: WaitlistEvent }
  /** `day` tells the reminders of an appeal apart. */
  'tell-about-appeal': {
    readonly rentalId: RentalId
    readonly event: AppealEvent
    readonly day?: string
  }
  /** `day` tells the reminders of a request apart. */
  'tell-about-return-request': {
    readonly rentalId: RentalId
    readonly event: ReturnRequestEvent
    readonly day?: string
  }
  /** Sends the renter what the closet has `written` beside its acceptance, or saved for all. */
  'send-acceptance-message': {
    readonly rentalId: RentalId
    readonly requestKey: FreshId
    readonly written?: { readonly by: PersonId; readonly body: string }
  }
  /** Runs when a message has been unread for five minutes. */
  'mail-unread-messages': { readonly messageId: MessageId }
  /** Without `side`, both sides of the rental get an email. */
  'tell-about-ratings': {
    readonly rentalId: RentalId
    readonly event: RatingEvent
    /** Whose rating it is about. */
    readonly side?: RatingSide
    /** Tells the decisions of admins apart. */
    readonly at?: string
    readonly reason?: string
  }
  /** Requests the pieces that an order was paid for. */
  'request-paid-rental': { readonly orderId: OrderId }
  /** Runs when dates are no longer held for the payment of an order. */
  'end-held-dates': { readonly orderId: OrderId }
  /** An order was paid, and not all pieces that it was for could be requested. */
  'tell-about-refused-checkout': { readonly orderId: OrderId }
  /** Runs when the offer ends. */
  'expire-waitlist-offer': { readonly entryId: WaitlistEntryId }
  /** Looks at the waitlist entries that are marked as due. */
  'offer-due-days': Readonly<Record<string, never>>
  /** Updates the next items of a lister whose account has changed. Queued by the database. */
  'change-items': { readonly listerId: PersonId }
  /** Removes a brand from its next items, and deletes it after the last ones. */
  'delete-brand': { readonly brandId: BrandId }
  /** Runs the integrity checks that were asked for or are due. */
  'check-integrity': Readonly<Record<string, never>>
  /** Sends the webhooks that are due. */
  'send-webhooks': Readonly<Record<string, never>>
  /** Updates the search index after a brand was renamed, shown or hidden. */
  'index-brand': { readonly brandId: BrandId }
  /** Checks the photos and rows of a listing import. */
  'check-import': { readonly importId: ListingImportId }
  /** Imports the next rows of a confirmed import. */
  'import-listings': { readonly importId: ListingImportId }
  'tell-about-rental': {
    readonly rentalId: RentalId
    readonly event: RentalEvent
    /** The base address of links in the emails. */
    readonly origin: string
    /** Who caused the event: people get no email about their own action. */
    readonly by?: 'renter' | 'owner' | 'admin' | 'system'
    /** The same event can happen twice to one rental; this tells the occurrences apart. */
    readonly occurrence?: string
  }
}

/**
 * Adds a job to the queue in the transaction that causes it. A `key` replaces a waiting job with
 * the same key; `runAt` delays it.
 */
export async function enqueue<Task extends keyof Jobs>(
  tx: Tx,
  task: Task,
  payload: Jobs[Task],
  options: { readonly key?: string; readonly runAt?: Date } = {},
): Promise<void> {
  const requestId = currentRequestId()
  const traceparent = currentTraceparent()
  const stored: StoredJob<Task> = {
    ...payload,
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceparent }),
  }
  await sql`select graphile_worker.add_job(
    ${task}::text, payload := ${JSON.stringify(stored)}::json,
    run_at := ${options.runAt ?? null}::timestamptz, job_key := ${options.key ?? null}::text
  )`.execute(tx)
}

/**
 * A payload with the request and span that added the job: the last ones if several added it with
 * the same key.
 */
type StoredJob<Task extends keyof Jobs> = Jobs[Task] & Origin
type Origin = { readonly requestId?: string; readonly traceparent?: string }

/** Reads a job from the queue. Only `enqueue` adds jobs, so its payload is trusted. */
export function readJob<Task extends keyof Jobs>(
  _task: Task,
  stored: unknown,
): { readonly payload: Jobs[Task]; readonly origin: Origin } {
  const { requestId, traceparent, ...payload } = stored as StoredJob<Task>
  const origin = { ...(requestId && { requestId }), ...(traceparent && { traceparent }) }
  return { payload: payload as unknown as Jobs[Task], origin }
}
