import type Stripe from 'stripe'
import { newId } from '#sandbox/core/ids.ts'
import type { Invoice, InvoiceLine, LineDraft, Subscription } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'

type Billed = Pick<Subscription, 'id' | 'currency' | 'metadata' | 'default_payment_method'>

export function invoiceShape(facts: {
  id: string
  now: number
  subscription: Billed
  customer: Stripe.Customer
  reason: Stripe.Invoice.BillingReason
  lines: LineDraft[]
}): Invoice {
  const { id, now, subscription, customer, reason } = facts
  const total = facts.lines.reduce((sum, line) => sum + line.amount, 0)
  // The customer's balance (a credit if negative) is applied to the first possible invoice.
  const due = Math.max(0, total + customer.balance)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: facts.lines.map((line) => lineShape(id, subscription.id, line)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: customer.test_clock ?? null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  }
}

function lineShape(invoice: string, subscription: string, line: LineDraft): InvoiceLine {
  const { price, quantity = 1 } = 'item' in line ? line.item : line.once
  const proration = 'item' in line && line.proration
  return {
    id: newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency: price.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: parentOf(subscription, line),
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription,
    subtotal: line.amount,
    taxes: [],
  }
}

/** What is sold once is an invoice item of the subscription's first invoice. */
function parentOf(subscription: string, line: LineDraft): InvoiceLine['parent'] {
  if ('once' in line)
    return {
      invoice_item_details: {
        invoice_item: newId('ii'),
        proration: false,
        proration_details: null,
        subscription,
      },
      subscription_item_details: null,
      type: 'invoice_item_details',
    }
  return {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: line.proration,
      proration_details: line.proration ? { credited_items: null } : null,
      subscription,
      subscription_item: line.item.id,
    },
    type: 'subscription_item_details',
  }
}
