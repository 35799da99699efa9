import type Stripe from 'stripe'
import { newId } from '#sandbox/core/ids.ts'
import { insert } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'

/** Charges are pending for two days. */
export const pendingSeconds = 2 * 24 * 60 * 60

type Movement = {
  type: Stripe.BalanceTransaction['type']
  /** Positive when the platform receives it. */
  amount: number
  currency: string
  /** What moves the money: a charge, refund, dispute, transfer, reversal or payout. */
  source: string
  reportingCategory?: string
  description?: string | null
  fee?: { amount: number; description: string }
  availableOn?: number
}

/** Records that money of the platform moves, in the transaction of what moves it. */
export function recordMovement(work: Work, moved: Movement): Promise<Stripe.BalanceTransaction> {
  const { type, amount, currency, source, fee, availableOn = work.now } = moved
  return insert(work, 'balance_transaction', {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: availableOn,
    balance_type: 'payments',
    created: work.now,
    currency,
    description: moved.description ?? null,
    exchange_rate: null,
    fee: fee?.amount ?? 0,
    fee_details: fee ? [{ ...fee, application: null, currency, type: 'stripe_fee' }] : [],
    net: amount - (fee?.amount ?? 0),
    reporting_category: moved.reportingCategory ?? type,
    source,
    status: statusAt(work, availableOn),
    type,
  })
}

/** Whether money that is available from this time on is pending; it changes without an event. */
export function statusAt({ now }: Work, availableOn: number): 'available' | 'pending' {
  return availableOn <= now ? 'available' : 'pending'
}
