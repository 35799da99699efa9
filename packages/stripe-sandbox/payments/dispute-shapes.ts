import type Stripe from 'stripe'
import { recordMovement } from '#sandbox/balance/movements.ts'
import type { Work } from '#sandbox/core/work.ts'

type Dispute = Stripe.Dispute

const answerSeconds = 9 * 24 * 60 * 60
const feeCents = 1500

const emptyEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

export function disputeShape(now: number, id: string, charge: Stripe.Charge): Dispute {
  const amount = charge.amount - charge.amount_refunded
  return {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...emptyEvidence,
      customer_email_address: charge.billing_details.email,
      customer_name: charge.billing_details.name,
    },
    evidence_details: {
      due_by: now + answerSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: 'chargeback',
        network: charge.payment_method_details?.card?.network ?? 'visa',
        network_reason_code: '10.4',
      },
    },
    reason: 'fraudulent',
    status: 'needs_response',
  }
}

/** The disputed money leaving the balance, with a fee, or returning to it. */
export function recordDispute(
  work: Work,
  { id, amount, currency, charge }: Dispute,
  direction: 'away' | 'back',
): Promise<Stripe.BalanceTransaction> {
  const isAway = direction === 'away'
  const of = typeof charge === 'string' ? charge : charge.id
  return recordMovement(work, {
    type: 'adjustment',
    amount: isAway ? -amount : amount,
    currency,
    source: id,
    reportingCategory: isAway ? 'dispute' : 'dispute_reversal',
    description: isAway ? `Chargeback withdrawal for ${of}` : `Chargeback reversal for ${of}`,
    ...(isAway && { fee: { amount: feeCents, description: 'Dispute fee' } }),
  })
}
