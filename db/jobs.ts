import { sql } from 'kysely'
import type { Tx } from './connection.ts'

/** What both sides of a rental are told by mail. */
export type RentalNews =
  | 'rented'
  | 'accepted'
  | 'cancelled'
  | 'delivered'
  | 'return-due'
  | 'overdue'
  | 'delivery-failed'
  | 'never-delivered'
  | 'late'
  | 'returned'
  | 'review-due'
  | 'approved'
  | 'deposit-kept'

/** Every job and its payload. The tasks themselves are listed in `server/jobs.ts`. */
export type Jobs = {
  'send-mail': { readonly mailId: string }
  'mail-reset-link': { readonly email: string; readonly origin: string }
  'stripe-event': { readonly eventId: string }
  'make-refund': { readonly refundId: string }
  /** Of somebody who has left: nobody can pay it any more. */
  'close-checkout': { readonly sessionId: string }
  /** A second one of somebody, or one of somebody who has left: at Stripe, at once. */
  'end-subscription': { readonly stripeSubscriptionId: string }
  /** `time` counts: the first mail, and each one that the buyer asks for. */
  'mail-gift-code': { readonly giftCodeId: string; readonly time: number }
  'tell-about-rental': {
    readonly rentalId: string
    readonly news: RentalNews
    /** Where the links of the mails lead. */
    readonly origin: string
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
