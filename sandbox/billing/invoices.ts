import type Stripe from 'stripe'
import { badRequest, StripeProblem } from '#sandbox/errors.ts'
import { emit } from '#sandbox/events.ts'
import { newId } from '#sandbox/ids.ts'
import type { Invoice, Subscription } from '#sandbox/objects.ts'
import { createPaymentIntent, payIntent } from '#sandbox/payments/payment-intents.ts'
import { idOf } from '#sandbox/references.ts'
import { insert, need, needLocked, save } from '#sandbox/store.ts'
import { clearTimer, setTimer } from '#sandbox/timers.ts'
import type { Work } from '#sandbox/work.ts'
import { invoiceShape, type LineDraft } from './invoice-shapes.ts'

const daySeconds = 24 * 60 * 60

/** How long after a failed attempt the next one follows; after the last nothing more is tried. */
const retryAfterDays: readonly number[] = [3, 5, 7]

/** Writes an invoice and makes it final at once, without the hour that Stripe leaves for changes. */
export async function issueInvoice(
  work: Work,
  subscription: Subscription,
  reason: Stripe.Invoice.BillingReason,
  lines: LineDraft[],
): Promise<Invoice> {
  const { body: customer } = await needLocked(work, 'customer', idOf(subscription.customer) ?? '')
  const id = newId('in')
  const draft = invoiceShape({ id, now: work.now, subscription, customer, reason, lines })
  await insert(work, 'invoice', draft)
  await emit(work, 'invoice.created', draft)
  const balance = customer.balance + draft.total - draft.amount_due
  if (balance !== customer.balance) await save(work, 'customer', { ...customer, balance })
  const open: Invoice = {
    ...draft,
    status: 'open',
    effective_at: work.now,
    ending_balance: balance,
    number: `${customer.invoice_prefix ?? 'SANDBOX'}-${id.slice(-6).toUpperCase()}`,
    status_transitions: { ...draft.status_transitions, finalized_at: work.now },
  }
  await save(work, 'invoice', open)
  await emit(work, 'invoice.finalized', open)
  return open
}

/** Notes that this intent paid the invoice. Without an intent there was nothing to pay. */
export async function settleInvoice(
  work: Work,
  invoice: Invoice,
  intent: Stripe.PaymentIntent | null,
): Promise<Invoice> {
  await clearTimer(work, 'retry_invoice', invoice.id)
  if (intent) await recordPayment(work, invoice, intent)
  const paid: Invoice = {
    ...invoice,
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: intent ? invoice.attempt_count + 1 : invoice.attempt_count,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: work.now },
  }
  await save(work, 'invoice', paid)
  await emit(work, 'invoice.paid', paid)
  await emit(work, 'invoice.payment_succeeded', paid)
  return paid
}

/** Charges the card of the subscription. False when it was declined. */
export async function collectInvoice(
  work: Work,
  invoice: Invoice,
  methodId: string | null,
  offSession: boolean,
): Promise<{ paid: boolean; invoice: Invoice; message: string }> {
  if (invoice.amount_due === 0) {
    return { paid: true, invoice: await settleInvoice(work, invoice, null), message: '' }
  }
  if (methodId === null) throw badRequest('This customer has no payment method.', undefined)
  const method = await need(work, 'payment_method', methodId, 'payment_method')
  const intent = await createPaymentIntent(work, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    data: { description: 'Subscription update' },
  })
  const result = await payIntent(work, intent, method, {
    authenticated: false,
    authenticateUrl: '',
    offSession,
  })
  if (result.status === 'succeeded') {
    return { paid: true, invoice: await settleInvoice(work, invoice, result.intent), message: '' }
  }
  const message =
    result.status === 'declined' ? result.message : 'The card asks for authentication.'
  return { paid: false, invoice: await noteFailure(work, invoice), message }
}

/** 402: the card was declined; thrown, everything of this request is undone. */
export function cardRefused(message: string): StripeProblem {
  return new StripeProblem(402, { type: 'card_error', code: 'card_declined', message })
}

async function noteFailure(work: Work, invoice: Invoice): Promise<Invoice> {
  const days = retryAfterDays[invoice.attempt_count]
  const next = days === undefined ? null : work.now + days * daySeconds
  const failed: Invoice = {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    auto_advance: next !== null,
    next_payment_attempt: next,
  }
  await save(work, 'invoice', failed)
  if (next !== null) await setTimer(work, 'retry_invoice', invoice.id, next)
  await emit(work, 'invoice.payment_failed', failed)
  return failed
}

async function recordPayment(
  work: Work,
  invoice: Invoice,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  const payment = await insert(work, 'invoice_payment', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: intent.amount_received,
    amount_requested: invoice.amount_due,
    created: work.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: work.now },
  })
  await emit(work, 'invoice_payment.paid', payment)
}
