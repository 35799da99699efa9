import type Stripe from 'stripe'
import type { StripeClient } from './stripe-client.ts'
import { idOf, toDate } from './stripe-values.ts'

/** A transaction of money on our balance at Stripe. */
export type BalanceTransaction = {
  readonly id: string
  /** Stripe's word: 'charge', 'refund', 'adjustment' for a dispute, 'transfer', 'payout' and so on. */
  readonly type: string
  /**
   * What moved the money: the payment intent of a charge, the transfer of a reversal, else Stripe's
   * id, as of a refund or a dispute; null for what has none.
   */
  readonly source: string | null
  /** Positive when we received it. */
  readonly amountCents: number
  /** What Stripe took for it. */
  readonly feeCents: number
  readonly createdAt: Date
}

/** A page of a list, newest first. `next` is the cursor of the next page; null on the last one. */
export type BalanceTransactionPage = {
  readonly transactions: readonly BalanceTransaction[]
  readonly next: string | null
}

export type BalanceCalls = {
  /**
   * Up to 100 transactions of US dollars from the first instant until before the second one, newest first.
   * Throws `StripeRefused` when `startAfter` is not known any more.
   */
  readonly listBalanceTransactions: (
    from: Date,
    until: Date,
    startAfter?: string | null,
  ) => Promise<BalanceTransactionPage>
}

const PAGE_SIZE = 100

export function balanceCalls({ stripe, call }: StripeClient): BalanceCalls {
  return {
    listBalanceTransactions: (from, until, startAfter = null) =>
      call(async () => {
        const { data, has_more } = await stripe.balanceTransactions.list({
          created: { gte: toSeconds(from), lt: toSeconds(until) },
          currency: 'usd',
          expand: ['data.source'],
          limit: PAGE_SIZE,
          ...(startAfter !== null && { starting_after: startAfter }),
        })
        const next = has_more ? (data.at(-1)?.id ?? null) : null
        return { transactions: data.map(toTransaction), next }
      }),
  }
}

/** Stripe's times are whole seconds: this rounds up. */
function toSeconds(at: Date): number {
  return Math.ceil(at.getTime() / 1000)
}

function toTransaction(moved: Stripe.BalanceTransaction): BalanceTransaction {
  return {
    id: moved.id,
    type: moved.type,
    source: sourceOf(moved.source),
    amountCents: moved.amount,
    feeCents: moved.fee,
    createdAt: toDate(moved.created),
  }
}

function sourceOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (source === null || typeof source === 'string') return source
  if (source.object === 'charge') return idOf(source.payment_intent) ?? source.id
  if (source.object === 'transfer_reversal') return idOf(source.transfer)
  return source.id
}
