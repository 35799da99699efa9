import type Stripe from 'stripe'
import type { PlanType } from '#db/enums.ts'
import { type PaidWith, paidWithOf } from './paid-with.ts'
import { orNull } from './stripe-errors.ts'
import { idOf, toDate } from './stripe-values.ts'

/** A paid invoice of a subscription, and the period that it pays for. */
export type PaidInvoice = {
  readonly id: string
  readonly plan: PlanType
  readonly startsAt: Date
  readonly endsAt: Date
  readonly paidAt: Date
  /** Without what was sold once on the same invoice. */
  readonly paidCents: number
  /** Null when earlier credit paid all of it, and for invoices known to the caller. */
  readonly paymentIntent: string | null
  /** Null like `paymentIntent`, and when Stripe does not say. */
  readonly paidWith: PaidWith | null
}

const DAY_SECONDS = 86_400

/**
 * The paid invoices of a subscription that charge for a period, the earliest period first.
 * @param known ids of invoices whose payment need not be read again
 */
export async function paidInvoices(
  stripe: Stripe,
  subscription: string,
  known: ReadonlySet<string>,
): Promise<PaidInvoice[]> {
  const paid: PaidInvoice[] = []
  for await (const invoice of stripe.invoices.list({ subscription, status: 'paid', limit: 100 })) {
    const period = periodOf(invoice)
    if (!invoice.id || !period) continue
    paid.push({
      ...period,
      id: invoice.id,
      paidAt: toDate(invoice.status_transitions.paid_at ?? invoice.created),
      paidCents: Math.max(0, invoice.amount_paid - soldOnceCents(invoice)),
      ...(known.has(invoice.id) ? NO_PAYMENT : await paymentOf(stripe, invoice.id)),
    })
  }
  return paid.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

/** The subscription that an invoice bills, or null. */
export async function subscriptionOfInvoice(
  stripe: Stripe,
  invoiceId: string,
): Promise<string | null> {
  const invoice = await orNull(stripe.invoices.retrieve(invoiceId))
  return idOf(invoice?.parent?.subscription_details?.subscription)
}

/** The subscription whose invoice a payment was collected for, or null. */
export async function subscriptionOfPayment(
  stripe: Stripe,
  paymentIntent: string,
): Promise<string | null> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
    limit: 1,
  })
  const invoice = idOf(data[0]?.invoice)
  return invoice && (await subscriptionOfInvoice(stripe, invoice))
}

/** Charges the open invoice of a subscription, if there is one, and returns whether there was. */
export async function payOpenInvoice(stripe: Stripe, subscription: string): Promise<boolean> {
  const open = await stripe.invoices.list({ subscription, status: 'open', limit: 1 })
  const invoice = open.data[0]?.id
  if (invoice) await stripe.invoices.pay(invoice)
  return invoice !== undefined
}

const NO_PAYMENT = { paymentIntent: null, paidWith: null }

async function paymentOf(
  stripe: Stripe,
  invoice: string,
): Promise<Pick<PaidInvoice, 'paymentIntent' | 'paidWith'>> {
  const payments = await stripe.invoicePayments.list({
    invoice,
    status: 'paid',
    limit: 1,
    expand: ['data.payment.payment_intent.latest_charge'],
  })
  const intent = payments.data[0]?.payment.payment_intent
  return { paymentIntent: idOf(intent), paidWith: paidWithOf(intent) }
}

/** What was sold once with a subscription; changes of a plan are prorated, not sold. */
function soldOnceCents(invoice: Stripe.Invoice): number {
  return invoice.lines.data
    .filter(({ amount, parent }) => amount > 0 && parent?.invoice_item_details?.proration === false)
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** The period that an invoice pays for: that of the lines that charge, not of those that credit. */
function periodOf(
  invoice: Stripe.Invoice,
): { readonly plan: PlanType; readonly startsAt: Date; readonly endsAt: Date } | null {
  const charged = invoice.lines.data.filter(
    ({ amount, parent }) => amount > 0 && parent?.type === 'subscription_item_details',
  )
  if (charged.length === 0) return null
  const start = Math.min(...charged.map(({ period }) => period.start))
  const end = Math.max(...charged.map(({ period }) => period.end))
  if (start >= end) return null
  return { plan: planOfPeriod(end - start), startsAt: toDate(start), endsAt: toDate(end) }
}

function planOfPeriod(seconds: number): PlanType {
  return seconds > 62 * DAY_SECONDS ? 'subscription_annual' : 'subscription_monthly'
}
