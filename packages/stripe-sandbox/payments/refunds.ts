import type Stripe from 'stripe'
import { pendingSeconds, recordMovement } from '#sandbox/balance/movements.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import { newId } from '#sandbox/core/ids.ts'
import { idOf } from '#sandbox/core/references.ts'
import { insert, needLocked, save } from '#sandbox/core/store.ts'
import { setTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'
import { isChargedBack } from './disputes.ts'
import { refundBehaviour } from './payment-intents.ts'

// Long enough to observe the pending state, short enough to wait for.
const completesAfterSeconds = 10

type RefundInput = {
  amount?: number
  metadata?: Record<string, string>
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer'
}

/** Refunds a charge, or part of it; never more than what is left. */
export async function refundCharge(
  work: Work,
  chargeId: string,
  param: string,
  wanted: RefundInput,
): Promise<Stripe.Refund> {
  const { body: charge } = await needLocked(work, 'charge', chargeId, param)
  const left = charge.amount_captured - charge.amount_refunded
  if (!charge.paid) {
    throw badRequest(`Charge ${charge.id} cannot be refunded.`, 'charge_not_refundable', param)
  }
  if (charge.disputed && (await isChargedBack(work, charge.id))) {
    throw badRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge_disputed',
    )
  }
  if (left === 0) {
    throw badRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  }
  const amount = wanted.amount ?? left
  if (amount > left) {
    throw badRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      undefined,
      'amount',
    )
  }
  const behaviour = await refundBehaviour(work, charge)
  const made = refundOf(work, charge, amount, wanted, behaviour === 'succeeds later')
  const { id: balance_transaction } = await recordRefund(work, made, charge, 'refund')
  const refund = await insert(work, 'refund', { ...made, balance_transaction })
  const after = await setRefunded(work, charge, charge.amount_refunded + amount)
  await emit(work, 'refund.created', refund)
  await emit(work, 'charge.refunded', after)
  const due = work.now + completesAfterSeconds
  if (behaviour === 'succeeds later') await setTimer(work, 'finish_refund', refund.id, due)
  if (behaviour === 'fails later') await setTimer(work, 'fail_refund', refund.id, due)
  return refund
}

/** Completes a pending refund. */
export async function finishRefund(work: Work, refundId: string): Promise<void> {
  const { body } = await needLocked(work, 'refund', refundId)
  if (body.status !== 'pending') return
  const { pending_reason: _, ...done } = body
  const refund = await save(work, 'refund', { ...done, status: 'succeeded' })
  await emit(work, 'refund.updated', refund, { status: 'pending' })
  await emit(work, 'charge.refund.updated', refund, { status: 'pending' })
}

/** The bank returns a refund: it fails after it succeeded, and the charge has the money again. */
export async function failRefund(work: Work, refundId: string): Promise<void> {
  const { body } = await needLocked(work, 'refund', refundId)
  if (body.status === 'failed' || body.status === 'canceled') return
  const { body: charge } = await needLocked(work, 'charge', idOf(body.charge) ?? '')
  const { id: failure_balance_transaction } = await recordRefund(
    work,
    body,
    charge,
    'refund_failure',
  )
  const refund = await save(work, 'refund', {
    ...body,
    status: 'failed',
    failure_balance_transaction,
    failure_reason: 'expired_or_canceled_card',
  })
  await setRefunded(work, charge, charge.amount_refunded - body.amount)
  await emit(work, 'refund.failed', refund)
  await emit(work, 'refund.updated', refund, { status: body.status })
  await emit(work, 'charge.refund.updated', refund, { status: body.status })
}

/**
 * The money of a refund leaving the balance, or returning to it. The fee of the charge stays paid. It
 * comes out of the charge, so it is pending as long as the charge is.
 */
function recordRefund(
  work: Work,
  { id, amount, currency }: Stripe.Refund,
  charge: Stripe.Charge,
  type: 'refund' | 'refund_failure',
): Promise<Stripe.BalanceTransaction> {
  return recordMovement(work, {
    type,
    amount: type === 'refund' ? -amount : amount,
    currency,
    source: id,
    availableOn: Math.max(work.now, charge.created + pendingSeconds),
  })
}

function setRefunded(
  work: Work,
  charge: Stripe.Charge,
  amount_refunded: number,
): Promise<Stripe.Charge> {
  const refunded = amount_refunded === charge.amount_captured
  return save(work, 'charge', { ...charge, amount_refunded, refunded })
}

function refundOf(
  work: Work,
  charge: Stripe.Charge,
  amount: number,
  { metadata, reason }: RefundInput,
  waits: boolean,
): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: work.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { type: 'card', card: { type: 'refund', reference_status: 'pending' } },
    metadata: metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(waits ? { pending_reason: 'processing' } : {}),
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: waits ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
