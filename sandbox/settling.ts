import { renewSubscription, retryInvoice } from '#sandbox/billing/subscriptions.ts'
import { expireCheckout } from '#sandbox/payments/checkout-sessions.ts'
import { failRefund, finishRefund } from '#sandbox/payments/refunds.ts'
import { StripeProblem } from './errors.ts'
import { type TimerKind, takeDueTimer } from './timers.ts'
import type { Work } from './work.ts'

const settlements = {
  expire_session: expireCheckout,
  fail_refund: failRefund,
  finish_refund: finishRefund,
  renew_subscription: renewSubscription,
  retry_invoice: retryInvoice,
} satisfies Record<TimerKind, (work: Work, subject: string) => Promise<unknown>>

/** Does the next thing that time has brought about. False when nothing is due. */
export async function settleNext(work: Work): Promise<boolean> {
  const timer = await takeDueTimer(work)
  if (!timer) return false
  await work.db.query('savepoint before_timer')
  // It happens at the time it was due, however late it is noticed.
  await settlements[timer.kind]({ ...work, now: timer.due }, timer.subject).catch(
    async (problem) => {
      if (!(problem instanceof StripeProblem)) throw problem
      // What cannot happen any more is given up: it must not stop everything after it.
      await work.db.query('rollback to savepoint before_timer')
      console.error(`The sandbox gave up: ${timer.kind} of ${timer.subject}`, problem)
    },
  )
  return true
}
