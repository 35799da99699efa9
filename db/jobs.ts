import { sql } from 'kysely'
import type { Tx } from './connection.ts'
import type { RatingSide } from './enums.ts'
import type {
  BrandId,
  CoverageId,
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
  | 'expire-request'
  | 'deliver'
  | 'fail-delivery'
  | 'ask-about-delivery'
  | 'confirm-delivery'
  | 'deny-delivery'
  | 'cancel-undelivered'
  | 'extend'
  | 'remind-of-return'
  | 'remind-of-overdue'
  | 'mark-late'
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
  | 'undo-send-back'
  | 'undo-return'
  | 'reopen'
  | 'undo-review'

/** Turns of an appeal against a kept deposit; `remind`: the answer is missing. */
export type AppealEvent = 'filed' | 'remind' | 'answered' | 'decided' | 'withdrawn'

/**
 * Turns of a return request; `remind`: the answer is missing. `restored`: the item is back, and so
 * are the credits.
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
  | 'rental-reported'
  | 'transfer-failed'
  | 'transfer-reversed'
  | 'transfers-differ'
  | 'appeal-to-answer'
  | 'return-to-answer'
  | 'appeal-answered'
  | 'return-contested'
  | 'report'

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
      /** The read of the subscription that showed it. */
      readonly number: number
    }
export type PlanTurn = 'cancelled' | 'resumed' | 'change-booked' | 'change-taken-back'

/** What a closet gets an email about: a transfer that was made or refused, or a failed bank payout. */
export type PayoutMail =
  | { readonly of: 'transfer'; readonly id: TransferId }
  /** Stripe's id of it. */
  | { readonly of: 'bank-payout'; readonly id: string }

/** Every job and its payload. The tasks themselves are listed in `server/jobs.ts`. */
export type Jobs = {
  'send-mail': { readonly mailId: MailId }
  'mail-reset-link': { readonly email: string; readonly origin: string }
  'stripe-event': { readonly eventId: string }
  'make-refund': { readonly refundId: RefundId }
  'make-transfer': { readonly transferId: TransferId }
  'mail-payout': PayoutMail
  /** To closets whose ids come after this one; null for the first ones. */
  'tell-closets-of-rate': { readonly rateId: PayoutRateId; readonly after: PersonId | null }
  /** Of a person whose account is closed: nobody can pay it any more. */
  'close-checkout': { readonly sessionId: string }
  /** A second subscription, or one of a closed account: cancelled at Stripe at once. */
  'end-subscription': { readonly stripeSubscriptionId: string }
  /** A payment for a plan whose subscriber had left. */
  'refund-renewal': { readonly coverageId: CoverageId }
  /** Of somebody who was blocked or made an admin: cancelled at the end of the paid period. */
  'stop-renewal': { readonly personId: PersonId }
  /** `time` is the number of the email: the first one, and each one that the buyer asks for. */
  'mail-gift-code': { readonly giftCodeId: GiftCodeId; readonly time: number }
  'mail-receipt': Receipt
  /** The account of a closet is ready: money can be sent to it. */
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
  /** Runs when a message has been unread for five minutes. */
  'mail-unread-messages': { readonly messageId: MessageId }
  /** Without `side`, to both sides of the rental. */
  'tell-about-ratings': {
    readonly rentalId: RentalId
    readonly event: RatingEvent
    /** Whose rating it is about. */
    readonly side?: RatingSide
    /** Tells the decisions of admins apart. */
    readonly at?: string
    readonly reason?: string
  }
  /** Runs when the offer ends. */
  'expire-waitlist-offer': { readonly entryId: WaitlistEntryId }
  /** Looks at the waitlist entries that are marked as due. */
  'offer-due-days': Readonly<Record<string, never>>
  /** The next items of a lister whose account has changed. The database queues it. */
  'change-items': { readonly listerId: PersonId }
  /** Takes a brand that is being deleted from its next items, and with the last ones deletes it. */
  'delete-brand': { readonly brandId: BrandId }
  /** Runs the integrity checks that were asked for or are due. */
  'check-integrity': Readonly<Record<string, never>>
  /** Sends what is due to the endpoints of closets. */
  'send-webhooks': Readonly<Record<string, never>>
  /** Its name is searched for, and has changed or is shown or hidden now. */
  'index-brand': { readonly brandId: BrandId }
  /** Reads the photos and rows of a file of listings. */
  'check-import': { readonly importId: ListingImportId }
  /** The next rows of a confirmed import. */
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
  const carried: Carried<Task> = {
    ...payload,
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceparent }),
  }
  await sql`select graphile_worker.add_job(
    ${task}::text, payload := ${JSON.stringify(carried)}::json,
    run_at := ${options.runAt ?? null}::timestamptz, job_key := ${options.key ?? null}::text
  )`.execute(tx)
}

/**
 * With the request that added the job, and the span it is traced in; the last one, if several added
 * it by the same key.
 */
type Carried<Task extends keyof Jobs> = Jobs[Task] & Origin
type Origin = { readonly requestId?: string; readonly traceparent?: string }

/** A job from the queue, where only `enqueue` adds jobs. */
export function readJob<Task extends keyof Jobs>(
  _task: Task,
  carried: unknown,
): { readonly payload: Jobs[Task]; readonly origin: Origin } {
  const { requestId, traceparent, ...payload } = carried as Carried<Task>
  const origin = { ...(requestId && { requestId }), ...(traceparent && { traceparent }) }
  return { payload: payload as unknown as Jobs[Task], origin }
}
