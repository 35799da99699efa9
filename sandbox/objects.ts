import type Stripe from 'stripe'
import type { CardName } from '#sandbox/payments/cards.ts'

// On the wire a decimal is a text; the SDK turns it into its own Decimal.
export type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & {
  unit_amount_decimal: string | null
}
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price | null }

/** Every kind of object kept here, in the shape in which the API answers it unexpanded. */
export type Objects = {
  charge: Stripe.Charge
  'checkout.session': Stripe.Checkout.Session
  customer: Stripe.Customer
  event: StoredEvent
  item: LineItem
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  price: Price
  product: Stripe.Product
  refund: Stripe.Refund
  webhook_endpoint: Stripe.WebhookEndpoint
}

export type ObjectName = keyof Objects

/** What is known of an object beside its public shape. */
type KeptShapes = {
  'checkout.session': {
    paymentIntentData: PaymentIntentData
    /** The intent that waits for the customer's bank, and the card it waits with. */
    authenticating: string | null
  }
  payment_method: { card: CardName }
  webhook_endpoint: { secret: string }
}

export type KeptOf<K extends ObjectName> = K extends keyof KeptShapes
  ? KeptShapes[K]
  : Record<string, never>

export type PaymentIntentData = {
  description?: string
  metadata?: Record<string, string> | null
  receipt_email?: string
  setup_future_usage?: 'off_session' | 'on_session'
  statement_descriptor?: string
  statement_descriptor_suffix?: string
}

/** An event with whatever object it tells about. */
type StoredEvent = Omit<Stripe.EventBase, 'data'> & {
  type: Stripe.Event['type']
  request: { id: string | null; idempotency_key: string | null }
  data: { object: unknown; previous_attributes?: Record<string, unknown> }
}
