import { expireIncomplete, renewSubscription, retryInvoice } from '#sandbox/billing/renewals.ts'
import { advanceSchedule } from '#sandbox/billing/schedules.ts'
import { expireCheckout } from '#sandbox/checkout/checkout-sessions.ts'
import { advancing, finishAdvancing } from '#sandbox/clocks/test-clocks.ts'
import { arrivePayout, payOutAccount } from '#sandbox/connect/payouts.ts'
import { StripeProblem } from '#sandbox/core/errors.ts'
import { type Timer, type TimerKind, takeDueTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'
import { closeDispute, openDispute } from '#sandbox/payments/disputes.ts'
import { failRefund, finishRefund } from '#sandbox/payments/refunds.ts'

const timerActions = {
  advance_clock: advanceClock,
  advance_schedule: advanceSchedule,
  arrive_payout: arrivePayout,
  close_dispute: closeDispute,
  expire_incomplete: expireIncomplete,
  expire_session: expireCheckout,
  fail_refund: failRefund,
  finish_refund: finishRefund,
  open_dispute: openDispute,
  pay_out: payOutAccount,
  renew_subscription: renewSubscription,
  retry_invoice: retryInvoice,
} satisfies Record<TimerKind, (work: Work, subject: string) => Promise<unknown>>

/** Processes the next due change. False when nothing is due. */
export async function runNextTimer(work: Work): Promise<boolean> {
  const timer = await takeDueTimer(work)
  if (!timer) return false
  await complete(work, timer)
  return true
}

/** A change takes effect at its due time, even if it is processed later. */
async function complete(work: Work, { kind, subject, due }: Timer): Promise<void> {
  await work.db.query(`savepoint before_${kind}`)
  await timerActions[kind]({ ...work, now: due }, subject).catch(async (problem) => {
    if (!(problem instanceof StripeProblem)) throw problem
    // A change that is no longer possible is dropped, so that it does not block later ones.
    await work.db.query(`rollback to savepoint before_${kind}`)
    work.report(`The sandbox gave up: ${kind} of ${subject}`, problem)
  })
  await work.db.query(`release savepoint before_${kind}`)
}

/** Advances a test clock: everything due until then happens, each at its own time. */
async function advanceClock(work: Work, id: string): Promise<void> {
  const target = await advancing(work, id)
  if (target === null) return
  const until: Work = { ...work, now: target, clock: id }
  for (let timer = await takeDueTimer(until); timer; timer = await takeDueTimer(until)) {
    await complete(until, timer)
  }
  await finishAdvancing(until, id)
}
