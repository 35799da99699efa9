import { expireCheckout } from '#sandbox/payments/checkout-sessions.ts'
import { failRefund, finishRefund } from '#sandbox/payments/refunds.ts'
import { type TimerKind, takeDueTimer } from './timers.ts'
import type { Work } from './work.ts'

const settlements = {
  expire_session: expireCheckout,
  fail_refund: failRefund,
  finish_refund: finishRefund,
} satisfies Record<TimerKind, (work: Work, subject: string) => Promise<unknown>>

/** Does the next thing that time has brought about. False when nothing is due. */
export async function settleNext(work: Work): Promise<boolean> {
  const timer = await takeDueTimer(work)
  if (!timer) return false
  await settlements[timer.kind](work, timer.subject)
  return true
}
