import type Stripe from 'stripe'
import type { StripeClient } from './stripe-client.ts'
import { isAccountGone } from './stripe-errors.ts'
import { idOf, toDate } from './stripe-values.ts'

/** The state at Stripe of a transfer from us to a connected account. */
export type TransferState = {
  readonly id: string
  /** Our id of the transfer, its transfer group; null for one made in Stripe's dashboard. */
  readonly transferId: string | null
  /** The account that received it. */
  readonly account: string | null
  readonly amountCents: number
  /** How much of the amount was reversed. */
  readonly reversedCents: number
  readonly createdAt: Date
}

/** A page of a list, newest first. `next` is the cursor of the next page; null on the last one. */
export type TransferPage = {
  readonly transfers: readonly TransferState[]
  readonly next: string | null
}

/** A payout of an account to its bank. */
export type BankPayoutState = {
  readonly amountCents: number
  readonly status: 'under_way' | 'paid' | 'failed'
  /** Stripe's code, such as 'no_account'; null unless it has failed. */
  readonly failure: string | null
}

export type TransferCalls = {
  /** The transfers at Stripe with our id: at most one, unless somebody made another by hand. */
  readonly findTransfers: (transferId: string) => Promise<readonly TransferState[]>
  /**
   * Sends available money to an account. The same call within a day makes one transfer; after that,
   * only `findTransfers` shows whether it was made. Throws `StripeRefused` with the code
   * 'balance_insufficient' while too little is available, and with
   * 'insufficient_capabilities_for_transfer' or 'resource_missing' when the account cannot receive it.
   * Stripe repeats a refusal for a day: to retry after a temporary one, increase `attempt`.
   */
  readonly createTransfer: (transfer: {
    readonly transferId: string
    readonly account: string
    readonly amountCents: number
    readonly attempt?: number
  }) => Promise<TransferState>
  /** The current state of a transfer, by Stripe's id. */
  readonly readTransfer: (stripeTransferId: string) => Promise<TransferState>
  /**
   * The current state of a payout from an account's balance to its bank; null when the account has
   * disconnected from us.
   */
  readonly readPayout: (account: string, payoutId: string) => Promise<BankPayoutState | null>
  /** Up to 100 transfers made from the first instant until before the second one, newest first. */
  readonly listTransfers: (
    from: Date,
    until: Date,
    startAfter?: string | null,
  ) => Promise<TransferPage>
  /** The US cents available for transfers now, without pending charges. */
  readonly availableCents: () => Promise<number>
}

const PAGE_SIZE = 100

export function transferCalls({ stripe, call }: StripeClient): TransferCalls {
  return {
    findTransfers: (transferId) =>
      call(async () => {
        const found = await stripe.transfers.list({ transfer_group: transferId, limit: PAGE_SIZE })
        return found.data.map(toState)
      }),

    createTransfer: ({ transferId, account, amountCents, attempt = 0 }) =>
      call(async () =>
        toState(
          await stripe.transfers.create(
            {
              amount: amountCents,
              currency: 'usd',
              destination: account,
              transfer_group: transferId,
            },
            { idempotencyKey: `transfer:${transferId}${attempt > 0 ? `:${attempt}` : ''}` },
          ),
        ),
      ),

    readTransfer: (stripeTransferId) =>
      call(async () => toState(await stripe.transfers.retrieve(stripeTransferId))),

    readPayout: (account, payoutId) =>
      call(async () => {
        try {
          const options = { stripeAccount: account }
          return toPayoutState(await stripe.payouts.retrieve(payoutId, {}, options))
        } catch (error) {
          if (isAccountGone(error)) return null
          throw error
        }
      }),

    listTransfers: (from, until, startAfter = null) =>
      call(async () => {
        const { data, has_more } = await stripe.transfers.list({
          created: { gte: toSeconds(from), lt: toSeconds(until) },
          limit: PAGE_SIZE,
          ...(startAfter !== null && { starting_after: startAfter }),
        })
        const next = has_more ? (data.at(-1)?.id ?? null) : null
        return { transfers: data.map(toState), next }
      }),

    availableCents: () =>
      call(async () => {
        const { available } = await stripe.balance.retrieve()
        return available.find(({ currency }) => currency === 'usd')?.amount ?? 0
      }),
  }
}

/** Stripe's times are whole seconds: this rounds up. */
function toSeconds(at: Date): number {
  return Math.ceil(at.getTime() / 1000)
}

function toState(transfer: Stripe.Transfer): TransferState {
  return {
    id: transfer.id,
    transferId: transfer.transfer_group,
    account: idOf(transfer.destination),
    amountCents: transfer.amount,
    reversedCents: transfer.amount_reversed,
    createdAt: toDate(transfer.created),
  }
}

function toPayoutState({ amount, status, failure_code }: Stripe.Payout): BankPayoutState {
  const ended = status === 'canceled' || status === 'failed'
  return {
    amountCents: amount,
    status: ended ? 'failed' : status === 'paid' ? 'paid' : 'under_way',
    failure: ended ? (failure_code ?? status) : null,
  }
}
