import type Stripe from 'stripe'
import { newId } from '#sandbox/core/ids.ts'

const arrivalSeconds = 2 * 24 * 60 * 60

export type NewPayout = {
  amount: number
  currency: string
  automatic: boolean
  description?: string
  metadata: Record<string, string>
  statement_descriptor?: string
}

export function payoutShape(now: number, given: NewPayout): Stripe.Payout {
  return {
    id: newId('po'),
    object: 'payout',
    amount: given.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: now + arrivalSeconds,
    automatic: given.automatic,
    balance_transaction: null,
    created: now,
    currency: given.currency,
    description: given.description ?? (given.automatic ? 'STRIPE PAYOUT' : null),
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: given.metadata,
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: given.automatic ? 'in_progress' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: given.statement_descriptor ?? null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
}
