import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { type Setup, type SetupStep, setUpAccount } from './setup-calls.ts'
import { type SubscriptionCalls, subscriptionCalls } from './subscription-calls.ts'

/** A Checkout Session as far as an order needs to know it; amounts in cents. */
export type PaidSession = {
  readonly id: string
  readonly orderId: string | null
  readonly state: 'open' | 'expired' | 'complete'
  readonly paid: boolean
  readonly amountCents: number | null
  readonly currency: string | null
  readonly customer: string | null
  /** Of a payment; a subscription's is on its invoice. */
  readonly paymentIntent: string | null
  /** What a paid session of that mode began. */
  readonly subscription: string | null
  /** When the money arrived; null while it has not. */
  readonly paidAt: Date | null
}

export type RefundState = {
  readonly id: string
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly failure: string | null
  /** Our own id of it; null for one that was made in Stripe's dashboard. */
  readonly refundId: string | null
  readonly paymentIntent: string | null
  readonly amountCents: number
  readonly createdAt: Date
}

export type DisputeState = {
  readonly id: string
  readonly state: 'open' | 'won' | 'lost'
  /** Stripe's word for why: 'fraudulent', 'product_not_received' and so on. */
  readonly reason: string
  readonly amountCents: number
  readonly paymentIntent: string | null
  readonly openedAt: Date
  /** Until when evidence can be sent; null where Stripe names no date. */
  readonly evidenceDueAt: Date | null
}

export type StripeEvent = { readonly id: string; readonly type: string; readonly objectId: string }

/** What is sold: so many of a price of the account, or something at an amount of its own. */
export type Offer =
  | { readonly lookupKey: string; readonly quantity: number }
  | { readonly name: string; readonly description: string; readonly amountCents: number }

export type CheckoutRequest = {
  readonly orderId: string
  readonly userId: string
  readonly customer: string
  readonly mode: 'payment' | 'subscription'
  readonly offer: Offer
  readonly successUrl: string
  readonly cancelUrl: string
}

/** Stripe answered that it has no such thing, or that what we ask cannot be. */
export class StripeRefused extends Error {
  /** Stripe's own word for why, where it has one. */
  readonly code: string | null
  constructor(
    message: string,
    options: ErrorOptions & { readonly code?: string | undefined } = {},
  ) {
    super(message, options)
    this.code = options.code ?? null
  }
}

/** Stripe could not be reached or is broken; the same call may succeed later. */
export class StripeAway extends Error {}

export type StripeGateway = {
  readonly subscriptions: SubscriptionCalls
  /** The customer to pay as; asked again soon with the same words it is the same one. */
  readonly createCustomer: (person: {
    readonly userId: string
    readonly email: string
    readonly name: string
  }) => Promise<string>
  /** Opens a hosted checkout for an order; the same order gets the same session. */
  readonly openCheckout: (
    request: CheckoutRequest,
  ) => Promise<{ readonly sessionId: string; readonly url: string }>
  /** Nobody can pay it any more; one that is paid or expired already stays as it is. */
  readonly closeCheckout: (sessionId: string) => Promise<void>
  /** The session as Stripe knows it now, or null when it knows none of that id. */
  readonly readSession: (sessionId: string) => Promise<PaidSession | null>
  /** Gives money back; the refund's own id makes it happen once. */
  readonly refund: (refund: {
    readonly refundId: string
    readonly paymentIntent: string
    readonly amountCents: number
  }) => Promise<RefundState>
  readonly readRefund: (stripeRefundId: string) => Promise<RefundState>
  /** Every refund of a charge, ours and others. */
  readonly refundsOfCharge: (chargeId: string) => Promise<readonly RefundState[]>
  readonly readDispute: (disputeId: string) => Promise<DisputeState>
  /** The id of the order that a payment was made for, where the payment names one. */
  readonly orderOfPayment: (paymentIntent: string) => Promise<string | null>
  /** Brings the account to what we need of it; again it changes nothing. */
  readonly setUp: (setup: Setup) => Promise<readonly SetupStep[]>
  /** The event in a webhook's raw body, or null when its signature is not Stripe's. */
  readonly readEvent: (
    body: string,
    signature: string | null,
  ) => Promise<{ readonly event: StripeEvent; readonly payload: unknown } | null>
}

export type StripeOptions = {
  readonly secretKey: string
  readonly webhookSecret: string
  /** How requests travel; the sandbox in our own process is reached without a socket. */
  readonly fetch?: typeof fetch
  /** Another host than Stripe's own, for a sandbox that runs as its own process. */
  readonly host?: {
    readonly host: string
    readonly port: number
    readonly protocol: 'http' | 'https'
  }
  /** Throws where a database transaction is open: locks must not wait for the network. */
  readonly mayCall: () => void
}

/** The official SDK behind the few acts that we need of it. */
export function createStripeGateway(options: StripeOptions): StripeGateway {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    appInfo: { name: 'Hemline' },
    ...options.host,
    httpClient: Stripe.createFetchHttpClient((input, init) =>
      (options.fetch ?? fetch)(input, { ...init, redirect: 'error' }),
    ),
  })
  const prices = new Map<string, string>()

  async function call<T>(work: () => Promise<T>): Promise<T> {
    options.mayCall()
    try {
      return await work()
    } catch (error) {
      throw translate(error)
    }
  }

  async function findPrice(lookupKey: string): Promise<string | null> {
    const known = prices.get(lookupKey)
    if (known) return known
    const found = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
    const price = found.data[0]
    if (!price) return null
    prices.set(lookupKey, price.id)
    return price.id
  }

  async function needPrice(lookupKey: string): Promise<string> {
    const price = await findPrice(lookupKey)
    if (!price) throw new StripeRefused('Product not found')
    return price
  }

  async function lineItem(offer: Offer) {
    if ('lookupKey' in offer)
      return { price: await needPrice(offer.lookupKey), quantity: offer.quantity }
    const { name, description, amountCents } = offer
    const product_data = { name, description }
    return { price_data: { currency: 'usd', unit_amount: amountCents, product_data }, quantity: 1 }
  }

  return {
    subscriptions: subscriptionCalls(stripe, call, needPrice),

    createCustomer: ({ userId, email, name }) =>
      call(async () => {
        const customer = await stripe.customers.create(
          { email, name, metadata: { user_id: userId } },
          // A key must not return with other words: names and addresses change.
          { idempotencyKey: `customer:${userId}:${fingerprint(email, name)}` },
        )
        return customer.id
      }),

    openCheckout: (request) =>
      call(async () => {
        const metadata = { order_id: request.orderId, user_id: request.userId }
        const session = await stripe.checkout.sessions.create(
          {
            mode: request.mode,
            customer: request.customer,
            client_reference_id: request.orderId,
            line_items: [await lineItem(request.offer)],
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
            metadata,
            ...(request.mode === 'payment'
              ? { payment_intent_data: { metadata } }
              : { subscription_data: { metadata } }),
          },
          { idempotencyKey: `checkout:${request.orderId}` },
        )
        if (!session.url) throw new StripeRefused('Failed to create checkout session')
        return { sessionId: session.id, url: session.url }
      }),

    closeCheckout: (sessionId) =>
      call(async () => {
        try {
          await stripe.checkout.sessions.expire(sessionId)
        } catch (error) {
          // Stripe expires open ones only.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        }
      }),

    readSession: (sessionId) =>
      call(async () => {
        try {
          const session = await stripe.checkout.sessions.retrieve(sessionId, {
            expand: ['payment_intent.latest_charge'],
          })
          return toPaidSession(session)
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
            return null
          throw error
        }
      }),

    refund: ({ refundId, paymentIntent, amountCents }) =>
      call(async () => {
        // Stripe forgets keys after a day; the refund itself stays.
        const earlier = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })
        const known = earlier.data.find(({ metadata }) => metadata?.refund_id === refundId)
        if (known) return toRefundState(known)
        const refund = await stripe.refunds.create(
          {
            payment_intent: paymentIntent,
            amount: amountCents,
            metadata: { refund_id: refundId },
          },
          { idempotencyKey: `refund:${refundId}` },
        )
        return toRefundState(refund)
      }),

    readRefund: (stripeRefundId) =>
      call(async () => toRefundState(await stripe.refunds.retrieve(stripeRefundId))),

    refundsOfCharge: (chargeId) =>
      call(async () => {
        const refunds = await stripe.refunds.list({ charge: chargeId, limit: 100 })
        return refunds.data.map(toRefundState)
      }),

    readDispute: (disputeId) =>
      call(async () => {
        const dispute = await stripe.disputes.retrieve(disputeId)
        return {
          id: dispute.id,
          state: stateOfDispute(dispute.status),
          reason: dispute.reason,
          amountCents: dispute.amount,
          paymentIntent: idOf(dispute.payment_intent),
          openedAt: new Date(dispute.created * 1000),
          evidenceDueAt: instantOf(dispute.evidence_details.due_by),
        }
      }),

    orderOfPayment: (paymentIntent) =>
      call(async () => {
        const { metadata } = await stripe.paymentIntents.retrieve(paymentIntent)
        return metadata.order_id ?? null
      }),

    setUp: (setup) => call(() => setUpAccount(stripe, setup)),

    readEvent: async (body, signature) => {
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature ?? '',
          options.webhookSecret,
        )
        if (isFromFuture(signature)) return null
        // Signed, but not an event: nothing that we could do anything with.
        if (!isEvent(event)) return null
        const { object } = event.data
        const objectId = 'id' in object && typeof object.id === 'string' ? object.id : ''
        return {
          event: { id: event.id, type: event.type, objectId },
          payload: event,
        }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
        if (error instanceof SyntaxError) return null
        throw error
      }
    },
  }
}

/** Of Stripe's servers' clocks and ours; what is older the SDK refuses. */
const TOLERANCE_SECONDS = 300

function isFromFuture(signature: string | null): boolean {
  const signedAt = Number(/(?:^|,)t=(\d{1,15})(?:,|$)/.exec(signature ?? '')?.[1] ?? 0)
  return signedAt > Date.now() / 1000 + TOLERANCE_SECONDS
}

function isEvent(event: unknown): boolean {
  const { id, type, data } = Object(event)
  const isText = (text: unknown) => typeof text === 'string' && /^[\w.]{1,255}$/.test(text)
  return isText(id) && isText(type) && typeof data?.object === 'object' && data.object !== null
}

function fingerprint(...words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32)
}

function stateOf(status: Stripe.Checkout.Session['status']): PaidSession['state'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

function toPaidSession(session: Stripe.Checkout.Session): PaidSession {
  const intent = session.payment_intent
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : null
  const paid = session.payment_status === 'paid' && session.status === 'complete'
  const paidSeconds =
    charge && typeof charge === 'object'
      ? charge.created
      : intent && typeof intent === 'object'
        ? intent.created
        : session.created
  return {
    id: session.id,
    orderId: session.client_reference_id,
    state: stateOf(session.status),
    paid,
    amountCents: session.amount_total,
    currency: session.currency,
    customer:
      typeof session.customer === 'string' ? session.customer : (session.customer?.id ?? null),
    paymentIntent: typeof intent === 'string' ? intent : (intent?.id ?? null),
    subscription:
      typeof session.subscription === 'string'
        ? session.subscription
        : (session.subscription?.id ?? null),
    paidAt: paid ? new Date(paidSeconds * 1000) : null,
  }
}

function toRefundState(refund: Stripe.Refund): RefundState {
  const status =
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending'
  return {
    id: refund.id,
    status,
    failure: refund.failure_reason ?? null,
    refundId: refund.metadata?.refund_id ?? null,
    paymentIntent: idOf(refund.payment_intent),
    amountCents: refund.amount,
    createdAt: new Date(refund.created * 1000),
  }
}

function stateOfDispute(status: Stripe.Dispute.Status): DisputeState['state'] {
  if (status === 'lost') return 'lost'
  const isOver = status === 'won' || status === 'warning_closed' || status === 'prevented'
  return isOver ? 'won' : 'open'
}

function instantOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000)
}

function idOf(reference: string | { readonly id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

function translate(error: unknown): unknown {
  if (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    // The same request is under way already, or holds what this one needs.
    (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
  )
    return new StripeAway(error.message, { cause: error })
  if (error instanceof Stripe.errors.StripeError)
    return new StripeRefused(error.message, { cause: error, code: error.code })
  return error
}
