import type Stripe from 'stripe'
import { cardOf, type Decline, type TestCard } from '#sandbox/core/cards.ts'
import { emit } from '#sandbox/core/events.ts'
import { newId } from '#sandbox/core/ids.ts'
import type { PaymentIntentData } from '#sandbox/core/objects.ts'
import { find, insert, save } from '#sandbox/core/store.ts'
import { setTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'
import { chargeOf, recordCharge } from './charges.ts'

// Long enough to observe the pending state, short enough to wait for.
const disputedAfterSeconds = 10

export type PaymentResult =
  | { status: 'succeeded'; intent: Stripe.PaymentIntent }
  | { status: 'requires_action'; intent: Stripe.PaymentIntent }
  | { status: 'declined'; intent: Stripe.PaymentIntent; message: string }

type PaymentSituation = {
  /** The cardholder has approved on the bank's page. */
  authenticated: boolean
  authenticateUrl: string
  /** Nobody is present to enter or approve anything, as in a renewal. */
  offSession?: boolean
}

type NewIntent = {
  amount: number
  currency: string
  customer: string | null
  data: PaymentIntentData
}

export async function createPaymentIntent(
  work: Work,
  { amount, currency, customer, data }: NewIntent,
): Promise<Stripe.PaymentIntent> {
  const id = newId('pi')
  const intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: work.now,
    currency,
    customer,
    customer_account: null,
    description: data.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: data.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: data.receipt_email ?? null,
    review: null,
    setup_future_usage: data.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: data.statement_descriptor ?? null,
    statement_descriptor_suffix: data.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_group: null,
  } satisfies Stripe.PaymentIntent
  await insert(work, 'payment_intent', intent)
  await emit(work, 'payment_intent.created', intent)
  return intent
}

/**
 * Tries to pay a locked intent with a card. If the card requires authentication, the intent waits for
 * it, with `returnUrl`; afterwards `authenticated` says that the cardholder has approved.
 */
export async function payIntent(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { authenticated, authenticateUrl, offSession }: PaymentSituation,
): Promise<PaymentResult> {
  const card = await cardBehind(work, method.id)
  const declined = card.declinedOffSession && offSession ? cardOf('declined').decline : card.decline
  if (declined) return decline(work, intent, method, declined)
  // A card that was authenticated when it was saved needs no new authentication.
  if (card.authenticates && !authenticated && !offSession) {
    const waiting = await save(work, 'payment_intent', {
      ...intent,
      status: 'requires_action',
      payment_method: method.id,
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { url: authenticateUrl, return_url: null },
      },
    })
    await emit(work, 'payment_intent.requires_action', waiting)
    return { status: 'requires_action', intent: waiting }
  }
  return succeed(work, intent, method, authenticated)
}

/** The cardholder or the bank refused. */
export async function failAuthentication(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Promise<PaymentResult> {
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
  return refuse(work, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message,
    payment_method: method,
  })
}

async function succeed(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Promise<PaymentResult> {
  const made = chargeOf(work, intent, method, { authenticated })
  const movement = await recordCharge(work, made)
  const charge = await insert(work, 'charge', { ...made, balance_transaction: movement.id })
  const paid = await save(work, 'payment_intent', {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  })
  await emit(work, 'charge.succeeded', charge)
  await emit(work, 'payment_intent.succeeded', paid)
  const { disputes } = await cardBehind(work, method.id)
  if (disputes) await setTimer(work, 'open_dispute', charge.id, work.now + disputedAfterSeconds)
  return { status: 'succeeded', intent: paid }
}

async function decline(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  reason: Decline,
): Promise<PaymentResult> {
  const charge = chargeOf(work, intent, method, { decline: reason })
  await insert(work, 'charge', charge)
  await emit(work, 'charge.failed', charge)
  return refuse(
    work,
    { ...intent, latest_charge: charge.id },
    {
      type: 'card_error',
      code: reason.code,
      ...(reason.declineCode === undefined ? {} : { decline_code: reason.declineCode }),
      message: reason.message,
      charge: charge.id,
      payment_method: method,
    },
  )
}

async function refuse(
  work: Work,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError & { message: string },
): Promise<PaymentResult> {
  const open = await save(work, 'payment_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  })
  await emit(work, 'payment_intent.payment_failed', open)
  return { status: 'declined', intent: open, message: error.message }
}

/** How refunds to this card behave. */
export async function refundBehaviour(
  work: Work,
  charge: Stripe.Charge,
): Promise<TestCard['refund']> {
  return charge.payment_method === null
    ? undefined
    : (await cardBehind(work, charge.payment_method)).refund
}

async function cardBehind(work: Work, methodId: string): Promise<TestCard> {
  const stored = await find(work, 'payment_method', methodId)
  return cardOf(stored?.kept.card ?? 'unknown')
}
