import type Stripe from 'stripe'
import { emit } from '#sandbox/core/events.ts'
import { newId } from '#sandbox/core/ids.ts'
import type { Invoice } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { insert, needLocked, page, save } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { createPaymentIntent } from '#sandbox/payments/payment-intents.ts'

/** The payment intent of this invoice; every attempt uses the same one. */
export async function intentFor(work: Work, invoice: Invoice): Promise<Stripe.PaymentIntent> {
  const open = await openPayment(work, invoice.id)
  const known = open && idOf(open.payment.payment_intent)
  if (known) return (await needLocked(work, 'payment_intent', known)).body
  const intent = await createPaymentIntent(work, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    data: { description: 'Subscription update' },
  })
  await insert(work, 'invoice_payment', paymentShape(work, invoice, intent.id))
  return intent
}

/** Records that this intent has paid the invoice. */
export async function recordPayment(
  work: Work,
  invoice: Invoice,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  const open = await openPayment(work, invoice.id)
  const payment =
    open ?? (await insert(work, 'invoice_payment', paymentShape(work, invoice, intent.id)))
  const paid = await save(work, 'invoice_payment', {
    ...payment,
    amount_paid: intent.amount_received,
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: work.now },
  })
  await emit(work, 'invoice_payment.paid', paid)
}

export async function cancelOpenPayment(work: Work, invoice: string): Promise<void> {
  const open = await openPayment(work, invoice)
  if (!open) return
  await save(work, 'invoice_payment', {
    ...open,
    status: 'canceled',
    status_transitions: { canceled_at: work.now, paid_at: null },
  })
}

async function openPayment(
  work: Work,
  invoice: string,
): Promise<Stripe.InvoicePayment | undefined> {
  const { rows } = await page(work, 'invoice_payment', { invoice, status: 'open' }, { limit: 1 })
  return rows[0]
}

function paymentShape(work: Work, invoice: Invoice, intent: string): Stripe.InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: work.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
}
