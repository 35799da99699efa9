import type Stripe from 'stripe'
import { pendingSeconds, recordMovement } from '#sandbox/balance/movements.ts'
import type { Decline } from '#sandbox/core/cards.ts'
import { newId } from '#sandbox/core/ids.ts'
import type { Work } from '#sandbox/core/work.ts'

/** The charge of an attempt to pay an intent: captured, or declined with a reason. */
export function chargeOf(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  how: { decline?: Decline; authenticated?: boolean },
): Stripe.Charge {
  const { decline: declined } = how
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: declined ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: !declined,
    created: work.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: declined?.code ?? null,
    failure_message: declined?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(declined),
    paid: !declined,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(intent, method, how) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: declined ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

/** The money of a charge on its way to the balance. A card payment costs 2.9 % and 30 cents. */
export function recordCharge(
  work: Work,
  { id, amount, currency, description }: Stripe.Charge,
): Promise<Stripe.BalanceTransaction> {
  return recordMovement(work, {
    type: 'charge',
    amount,
    currency,
    source: id,
    description,
    fee: { amount: Math.round(amount * 0.029) + 30, description: 'Stripe processing fees' },
    availableOn: work.now + pendingSeconds,
  })
}

function outcomeOf(declined: Decline | undefined): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: declined ? 'declined_by_network' : 'approved_by_network',
    reason: declined ? (declined.declineCode ?? declined.code) : null,
    risk_level: 'normal',
    seller_message: declined
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: declined ? 'issuer_declined' : 'authorized',
  }
}

function cardDetails(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { decline: declined, authenticated }: { decline?: Decline; authenticated?: boolean },
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: declined ? null : intent.amount,
    authorization_code: null,
    brand: method.card?.brand ?? null,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: method.card?.country ?? null,
    electronic_commerce_indicator: null,
    exp_month: method.card?.exp_month ?? 12,
    exp_year: method.card?.exp_year ?? 2034,
    fingerprint: method.card?.fingerprint ?? null,
    funding: method.card?.funding ?? null,
    installments: null,
    last4: method.card?.last4 ?? null,
    mandate: null,
    network: method.card?.brand ?? null,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}
