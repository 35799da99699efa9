import type Stripe from 'stripe'
import { badRequest } from '#sandbox/core/errors.ts'
import { newId } from '#sandbox/core/ids.ts'
import type { LineItem, PaymentIntentData, Price, SubscriptionData } from '#sandbox/core/objects.ts'
import { insert } from '#sandbox/core/store.ts'
import { setTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'

export type SessionItem = { price: Price; description: string; quantity: number }

export type SessionRequest = {
  allowedPaymentMethodTypes?: string[]
  cancelUrl?: string
  clientReferenceId?: string
  customer: string | null
  customerCreation?: 'always' | 'if_required'
  customerEmail?: string
  expiresAt?: number
  integrationIdentifier?: string
  items: SessionItem[]
  locale?: string
  metadata: Record<string, string>
  mode: 'payment' | 'subscription'
  paymentIntentData: PaymentIntentData
  subscriptionData: SubscriptionData
  submitMessage?: string
  submitType?: 'auto' | 'book' | 'donate' | 'pay' | 'subscribe'
  successUrl: string
}

const smallestTotal = 50
const shortestSeconds = 30 * 60
const longestSeconds = 24 * 60 * 60

/** Opens a session. It expires after a day, or earlier on request. */
export async function openCheckout(
  work: Work,
  wanted: SessionRequest,
): Promise<Stripe.Checkout.Session> {
  const currency = oneCurrency(wanted.items)
  const total = wanted.items.reduce((sum, item) => sum + totalOf(item), 0)
  if (total < smallestTotal) {
    throw badRequest(
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      'amount_too_small',
    )
  }
  const session = sessionOf(work, wanted, { currency, total, expiresAt: expiryOf(work, wanted) })
  await insert(work, 'checkout.session', session, {
    kept: {
      paymentIntentData: wanted.paymentIntentData,
      subscriptionData: wanted.subscriptionData,
      intent: null,
      authenticating: null,
    },
  })
  for (const item of wanted.items) {
    await insert(work, 'item', lineItemOf(item), { parent: session.id })
  }
  await setTimer(work, 'expire_session', session.id, session.expires_at)
  return session
}

function oneCurrency(items: SessionItem[]): string {
  const [currency, ...others] = new Set(items.map((item) => item.price.currency))
  if (currency === undefined) {
    throw badRequest('The `line_items` parameter is required.', 'parameter_missing', 'line_items')
  }
  if (others.length > 0) {
    throw badRequest(
      'All prices of a Checkout Session must use the same currency.',
      undefined,
      'line_items',
    )
  }
  return currency
}

function expiryOf(work: Work, { expiresAt }: SessionRequest): number {
  if (expiresAt === undefined) return work.now + longestSeconds
  const lifetime = expiresAt - work.now
  if (lifetime < shortestSeconds || lifetime > longestSeconds) {
    throw badRequest(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      undefined,
      'expires_at',
    )
  }
  return expiresAt
}

function totalOf({ price, quantity }: SessionItem): number {
  return (price.unit_amount ?? 0) * quantity
}

function lineItemOf(item: SessionItem): LineItem {
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: totalOf(item),
    amount_tax: 0,
    amount_total: totalOf(item),
    currency: item.price.currency,
    description: item.description,
    metadata: {},
    price: item.price,
    quantity: item.quantity,
  }
}

function sessionOf(
  work: Work,
  wanted: SessionRequest,
  sums: { currency: string; total: number; expiresAt: number },
): Stripe.Checkout.Session {
  const id = newId('cs_test', 58)
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: wanted.allowedPaymentMethodTypes ?? null,
    amount_subtotal: sums.total,
    amount_total: sums.total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: wanted.cancelUrl ?? null,
    client_reference_id: wanted.clientReferenceId ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: work.now,
    currency: sums.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: wanted.submitMessage === undefined ? null : { message: wanted.submitMessage },
      terms_of_service_acceptance: null,
    },
    customer: wanted.customer,
    customer_account: null,
    customer_creation: customerCreation(wanted),
    customer_details: wanted.customerEmail ? detailsBefore(wanted.customerEmail) : null,
    customer_email: wanted.customerEmail ?? null,
    discounts: [],
    expires_at: sums.expiresAt,
    integration_identifier: wanted.integrationIdentifier ?? null,
    invoice: null,
    invoice_creation:
      wanted.mode === 'subscription'
        ? null
        : {
            enabled: false,
            invoice_data: {
              account_tax_ids: null,
              custom_fields: null,
              description: null,
              footer: null,
              issuer: null,
              metadata: {},
              rendering_options: null,
            },
          },
    livemode: false,
    locale: wanted.locale ?? null,
    managed_payments: null,
    metadata: wanted.metadata,
    mode: wanted.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: wanted.mode === 'subscription' ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: wanted.submitType ?? null,
    subscription: null,
    success_url: wanted.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${work.pageOrigin(wanted.successUrl)}/sandbox/checkout/${id}`,
    wallet_options: null,
  }
}

/** A subscription always needs a customer. */
function customerCreation({ customer, mode, customerCreation: requested }: SessionRequest) {
  if (customer) return null
  return mode === 'subscription' ? 'always' : (requested ?? 'if_required')
}

function detailsBefore(email: string): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  }
}
