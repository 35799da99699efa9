import type Stripe from 'stripe'
import { emit } from '#sandbox/core/events.ts'
import { newId } from '#sandbox/core/ids.ts'
import type { Invoice, LineDraft, Subscription } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { insert, needLocked, page, save } from '#sandbox/core/store.ts'
import { clearTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'
import { cancelOpenPayment, recordPayment } from './invoice-payments.ts'
import { invoiceShape } from './invoice-shapes.ts'

/** Creates an invoice and finalizes it at once, without the hour that Stripe allows for changes. */
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
  const sequence = customer.next_invoice_sequence ?? 1
  await save(work, 'customer', { ...customer, balance, next_invoice_sequence: sequence + 1 })
  const open: Invoice = {
    ...draft,
    status: 'open',
    effective_at: work.now,
    ending_balance: balance,
    number: `${customer.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`,
    status_transitions: { ...draft.status_transitions, finalized_at: work.now },
  }
  await save(work, 'invoice', open)
  await emit(work, 'invoice.finalized', open)
  return open
}

/** Records that this intent paid the invoice. Without an intent there was nothing to pay. */
export async function markInvoicePaid(
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

/** Voids an open invoice, or marks it as uncollectible. */
export async function closeInvoice(
  work: Work,
  invoice: Invoice,
  status: 'void' | 'uncollectible',
): Promise<Invoice> {
  await clearTimer(work, 'retry_invoice', invoice.id)
  if (status === 'void') await cancelOpenPayment(work, invoice.id)
  const at = status === 'void' ? 'voided_at' : 'marked_uncollectible_at'
  const closed: Invoice = {
    ...invoice,
    status,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, [at]: work.now },
  }
  await save(work, 'invoice', closed)
  await emit(work, status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', closed)
  return closed
}

export async function openInvoices(work: Work, subscription: string): Promise<Invoice[]> {
  const { rows } = await page(
    work,
    'invoice',
    { 'parent.subscription_details.subscription': subscription, status: 'open' },
    { limit: 100 },
  )
  return rows
}

/** Open invoices stay due, but are no longer retried automatically. */
export async function stopCollecting(work: Work, subscription: string): Promise<void> {
  for (const invoice of await openInvoices(work, subscription)) {
    await clearTimer(work, 'retry_invoice', invoice.id)
    if (!invoice.auto_advance) continue
    const quiet = { ...invoice, auto_advance: false, next_payment_attempt: null }
    await save(work, 'invoice', quiet)
    const { auto_advance, next_payment_attempt } = invoice
    await emit(work, 'invoice.updated', quiet, { auto_advance, next_payment_attempt })
  }
}
