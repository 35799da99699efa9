import { sql } from 'kysely'
import type { Tx } from './connection.ts'
import type { GiftCodeId, MailId, OrderId, RefundId, RentalId, SubscriptionId } from './ids.ts'

/** What happens to a rental: its moves, what is undone, and what time brings. */
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
  | 'remind-of-return'
  | 'remind-of-overdue'
  | 'mark-late'
  | 'record-return'
  | 'approve-condition'
  | 'keep-deposit'
  | 'reduce-kept-deposit'
  | 'undo-accept'
  | 'undo-deliver'
  | 'undo-late'
  | 'undo-return'
  | 'reopen'
  | 'undo-review'

/** What all admins are told by mail as it happens. */
export type AdminEvent =
  | 'application'
  | 'dispute-opened'
  | 'refund-failed'
  | 'dashboard-refund-failed'
  | 'event-failed'
  | 'job-failed'
  | 'rental-reported'

/** What a receipt is of: an order, a later bill of a subscription, or a change of plan. */
export type Receipt =
  | { readonly of: 'order'; readonly id: OrderId }
  /** By Stripe's name of the invoice. */
  | { readonly of: 'invoice'; readonly id: string }
  | {
      readonly of: 'plan'
      readonly id: SubscriptionId
      readonly turn: PlanTurn
      /** Which of our reads of the subscription showed it. */
      readonly number: number
    }
export type PlanTurn = 'cancelled' | 'resumed' | 'change-booked' | 'change-taken-back'

/** Every job and its payload. The tasks themselves are listed in `server/jobs.ts`. */
export type Jobs = {
  'send-mail': { readonly mailId: MailId }
  'mail-reset-link': { readonly email: string; readonly origin: string }
  'stripe-event': { readonly eventId: string }
  'make-refund': { readonly refundId: RefundId }
  /** Of somebody who has left: nobody can pay it any more. */
  'close-checkout': { readonly sessionId: string }
  /** A second one of somebody, or one of somebody who has left: at Stripe, at once. */
  'end-subscription': { readonly stripeSubscriptionId: string }
  /** `time` counts: the first mail, and each one that the buyer asks for. */
  'mail-gift-code': { readonly giftCodeId: GiftCodeId; readonly time: number }
  'mail-receipt': Receipt
  /** `id` names the thing; of a job its name and its day. */
  'tell-admins': {
    readonly event: AdminEvent
    readonly id: string
    readonly error?: string | null
  }
  'tell-about-rental': {
    readonly rentalId: RentalId
    readonly event: RentalEvent
    /** Where the links of the mails lead. */
    readonly origin: string
    /** Who made it happen: nobody is told of their own click. */
    readonly by?: 'renter' | 'owner' | 'admin' | 'system'
    /** The same can happen twice to one rental: once for each of these. */
    readonly occurrence?: string
  }
}

/**
 * Puts a job into the queue with the transaction that causes it. A `key` replaces a waiting job
 * of the same key; `runAt` delays it.
 */
export async function enqueue<Task extends keyof Jobs>(
  tx: Tx,
  task: Task,
  payload: Jobs[Task],
  options: { readonly key?: string; readonly runAt?: Date } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${task}::text, payload := ${JSON.stringify(payload)}::json,
    run_at := ${options.runAt ?? null}::timestamptz, job_key := ${options.key ?? null}::text
  )`.execute(tx)
}

/** The payload of a job as it comes out of the queue: what `enqueue` put in, and nobody else does. */
export function payloadOf<Task extends keyof Jobs>(_task: Task, payload: unknown): Jobs[Task] {
  return payload as Jobs[Task]
}
