import type Stripe from 'stripe'
import type { CardName } from './cards.ts'

// In JSON a decimal is text; the SDK converts it to its own Decimal.
export type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & {
  unit_amount_decimal: string | null
}
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price | null }
export type Plan = Omit<Stripe.Plan, 'amount_decimal'> & { amount_decimal: string | null }
export type SubscriptionItem = Omit<Stripe.SubscriptionItem, 'plan' | 'price'> & {
  plan: Plan
  price: Price
}
export type Subscription = Omit<Stripe.Subscription, 'items'> & { items: ListOf<SubscriptionItem> }
export type InvoiceLine = Omit<Stripe.InvoiceLineItem, 'pricing' | 'quantity_decimal'> & {
  pricing:
    | (Omit<Stripe.InvoiceLineItem.Pricing, 'unit_amount_decimal'> & {
        unit_amount_decimal: string | null
      })
    | null
  quantity_decimal: string | null
}
export type Invoice = Omit<Stripe.Invoice, 'lines'> & { lines: ListOf<InvoiceLine> }

/** A line of an invoice that does not exist yet; amounts in cents. */
export type LineDraft = {
  amount: number
  description: string
  period: { start: number; end: number }
} & (
  | { item: SubscriptionItem; proration: boolean }
  /** Sold once, beside a subscription. */
  | { once: { price: Price; quantity: number } }
)

type ListOf<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

/** Every kind of stored object, in the format in which the API returns it unexpanded. */
export type Objects = {
  account: Stripe.Account
  balance_transaction: Stripe.BalanceTransaction
  'billing_portal.configuration': Stripe.BillingPortal.Configuration
  'billing_portal.session': Stripe.BillingPortal.Session
  charge: Stripe.Charge
  'checkout.session': Stripe.Checkout.Session
  customer: Stripe.Customer
  dispute: Stripe.Dispute
  event: StoredEvent
  invoice: Invoice
  invoice_payment: Stripe.InvoicePayment
  item: LineItem
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  payout: Stripe.Payout
  price: Price
  product: Stripe.Product
  refund: Stripe.Refund
  subscription: Subscription
  subscription_schedule: Stripe.SubscriptionSchedule
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  webhook_endpoint: Stripe.WebhookEndpoint
}

export type ObjectName = keyof Objects

/** Internal data of an object that the API does not return. */
type KeptShapes = {
  account: {
    /** The newest onboarding link; its form can be sent once. */
    link: {
      token: string
      returnUrl: string
      refreshUrl: string
      expiresAt: number
      used: boolean
    } | null
    /** The newest login link. */
    login: { token: string; expiresAt: number } | null
    /** The bank account that payouts go to. */
    bankAccount: string | null
  }
  /** The connected account that is paid; null: the platform itself. */
  payout: { account: string | null }
  'checkout.session': {
    paymentIntentData: PaymentIntentData
    subscriptionData: SubscriptionData
    /** The intent that is being paid; in subscription mode the session has none. */
    intent: string | null
    /** The card that is waiting for authentication by its bank. */
    authenticating: string | null
  }
  payment_method: { card: CardName }
  subscription: {
    /** Prorations of a change, to be added to the next invoice. */
    pendingLines?: LineDraft[]
  }
  /** `connect`: it receives the events of connected accounts, and none of the platform. */
  webhook_endpoint: { secret: string; connect: boolean }
}

export type KeptOf<K extends ObjectName> = K extends keyof KeptShapes
  ? KeptShapes[K]
  : Record<string, never>

export type SubscriptionData = { description?: string; metadata?: Record<string, string> }

export type PaymentIntentData = {
  description?: string
  metadata?: Record<string, string> | null
  receipt_email?: string
  setup_future_usage?: 'off_session' | 'on_session'
  statement_descriptor?: string
  statement_descriptor_suffix?: string
}

/** An event with its object. */
type StoredEvent = Omit<Stripe.EventBase, 'data'> & {
  type: Stripe.Event['type']
  request: { id: string | null; idempotency_key: string | null }
  data: { object: unknown; previous_attributes?: Record<string, unknown> }
}
