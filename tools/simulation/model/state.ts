import type { OrderId, PersonId } from '#db/ids.ts'
import type { Board } from './boards.ts'
import type { Entry, Holiday, Item, Rental } from './bookings.ts'
import type { Conversation, Message } from './messages.ts'
import {
  type BankPayout,
  type ConnectedAccount,
  noPayouts,
  type Payouts,
  type Transfer,
} from './payout-state.ts'
import type { Rating } from './ratings.ts'

export type { Entry, Holiday, Item, Rental } from './bookings.ts'

// The expected state by the rules of spec 4 to 9, without a database. Times are milliseconds, money
// is cents. Everything here is derived from what people do; nothing is read from the product.

export type Product =
  | 'deposit'
  | 'deposit_top_up'
  | 'one_time'
  | 'gift'
  | 'subscription_monthly'
  | 'subscription_annual'
export type Plan = 'subscription_monthly' | 'subscription_annual'
export type Card = 'visa' | 'renewalDeclined' | 'disputed' | 'refundFails' | 'refundWaits'
export type Source = 'one_time' | 'gift' | 'gift_claim' | 'subscription' | 'goodwill'

export type Payment = {
  readonly owner: PersonId
  readonly cents: number
  readonly card: Card
  readonly paidAt: number
  /** Null for payments of an invoice. */
  readonly order: Order | null
  /** The payment that paid this part, and a deposit or credits, at once; only that is at Stripe. */
  readonly whole: Payment | null
  /** Of the credits and of the deposit that it paid at once; usually none. */
  readonly parts: Payment[]
  readonly sub: Sub | null
  refunded: number
  disputed: boolean
  /** Cents that lost disputes and dashboard refunds have taken, according to our records. */
  taken: number
  /** Newest last. */
  readonly refunds: ProviderRefund[]
  dispute: ProviderDispute | null
}

export type ProviderDispute = {
  state: 'open' | 'won' | 'lost'
  readonly payment: Payment
  readonly cents: number
  /** What it takes of each part of its payment. */
  readonly parts: ProviderDispute[]
}

export type ProviderRefund = {
  readonly payment: Payment
  readonly cents: number
  status: 'pending' | 'succeeded' | 'failed'
  readonly createdAt: number
  /** Whether we have recorded a dashboard refund; `forgotten` once it has failed. */
  noted: boolean
  forgotten: boolean
  /** Our refund that requested it; a dashboard refund has none at first. */
  ours: Refund | null
  /** What a dashboard refund takes of each part of its payment. */
  readonly parts: ProviderRefund[]
}

export type Invoice = {
  readonly plan: Plan
  readonly startsAt: number
  readonly endsAt: number
  readonly cents: number
  attempts: number
  nextTry: number | null
  paidAt: number | null
  payment: Payment | null
}

/** A subscription at the provider, and our record of it. */
export type Sub = {
  readonly order: Order
  readonly owner: PersonId
  readonly createdAt: number
  card: Card
  plan: Plan
  anchor: number
  periodEnd: number
  status: 'active' | 'past_due' | 'canceled'
  cancelAt: number | null
  /** The plan that starts with the next period. */
  pending: Plan | null
  endedAt: number | null
  readonly invoices: Invoice[]
  known: KnownSub | null
}

export type KnownSub = {
  status: 'active' | 'past_due' | 'canceled'
  plan: Plan
  cancelAt: number | null
  renewsAt: number | null
  pending: Plan | null
  pendingFrom: number | null
  refused: boolean
  anchor: number | null
  nextGrantAt: number | null
  updatedAt: number
  readonly coverage: Coverage[]
  readonly granted: Set<number>
}

export type Coverage = {
  readonly startsAt: number
  endsAt: number
  readonly paidAt: number
  readonly payment: Payment
  frozen: boolean
  revoked: boolean
}

export type Order = {
  /** Its id in the world. */
  readonly id: OrderId
  readonly owner: PersonId
  readonly product: Product
  readonly cents: number
  readonly openedAt: number
  /** The status of the checkout session at the provider. */
  session: 'open' | 'paid' | 'expired'
  paidAt: number | null
  payment: Payment | null
  sub: Sub | null
  /** The order of the credits that are paid on the same page as this deposit. */
  readonly paidWith: Order | null
  /** The status of the order in our records. */
  status: 'open' | 'fulfilled' | 'refunded' | 'expired'
  readonly refunds: Refund[]
  deposit: Deposit | null
  code: Code | null
}

export type Lot = {
  readonly owner: PersonId
  readonly source: Source
  expiresAt: number
  readonly payment: Payment | null
  /** Goodwill for one rental only. */
  readonly isForSwap?: boolean
  available: number
  spent: number
  expired: number
  revoked: number
  /** How many of the spent credits are revoked when they come back. */
  owed: number
  frozen: boolean
  isRevoked: boolean
}

export type Code = {
  readonly order: Order
  readonly payment: Payment
  readonly buyer: PersonId
  readonly expiresAt: number
  claimed: boolean
  frozen: boolean
  revoked: boolean
}

export type Deposit = {
  readonly owner: PersonId
  readonly order: Order
  /** The payments after the first. */
  readonly topUps: Order[]
  withheld: number
  refunded: number
  lost: number
  /** Cents taken when nothing was left, earliest first. */
  losses: { cents: number; readonly refund: ProviderRefund | null }[]
  frozen: boolean
  requested: boolean
  closed: boolean
}

export type Refund = {
  readonly order: Order
  readonly deposit: Deposit | null
  cents: number
  status: 'pending' | 'succeeded' | 'failed'
  requested: ProviderRefund | null
  /** For a refund of a pack or gift: the credits that it took. */
  readonly purchase: PurchaseRefund | null
  resolvedManually: boolean
  retried: boolean
  /** Whether it refunds what an appeal returned and is not a retry. */
  readonly isForAppeal: boolean
  /** Whether it was made in the dashboard. */
  isFromDashboard: boolean
}

export type PurchaseRefund = {
  /** The buyer's own credits. */
  readonly credits: number
  readonly code: Code | null
  taken: { readonly lot: Lot; readonly amount: number; readonly at: number }[]
  /** Whether it has failed and its credits stay revoked. */
  staysRevoked: boolean
}

export type Dispute = { readonly of: ProviderDispute; status: 'open' | 'won' | 'lost' }

/** A change announced by an event: what to read again. */
export type Change =
  | { readonly about: 'order'; readonly order: Order }
  | { readonly about: 'sub'; readonly sub: Sub }
  | { readonly about: 'refund'; readonly refund: ProviderRefund }
  | { readonly about: 'refunds'; readonly payment: Payment }
  | { readonly about: 'dispute'; readonly payment: Payment }
  | { readonly about: 'account'; readonly account: ConnectedAccount }
  | { readonly about: 'transfer'; readonly transfer: Transfer }
  | { readonly about: 'bank payout'; readonly payout: BankPayout }

export type Timer = {
  readonly due: number
  readonly kind: string
  readonly run: (at: number) => void
}

export type Model = {
  now: number
  timers: Timer[]
  readonly orders: Order[]
  readonly payments: Payment[]
  readonly subs: Sub[]
  readonly lots: Lot[]
  readonly codes: Code[]
  /** How long gifts last that are paid from now on; null for ever. */
  giftMonths: number | null
  readonly deposits: Deposit[]
  readonly refunds: Refund[]
  readonly rentals: Rental[]
  readonly items: Item[]
  readonly holidays: Holiday[]
  /** In the order in which they joined. */
  readonly entries: Entry[]
  /** The counts of the tally, by name. */
  readonly counts: Map<string, number>
  readonly disputes: Dispute[]
  readonly payouts: Payouts
  readonly ratings: Rating[]
  readonly conversations: Conversation[]
  readonly messages: Message[]
  /** 'blocker blocked' */
  readonly blocks: Set<string>
  readonly boards: Board[]
  /** Of visitors who plan with boards. */
  readonly visitorKeys: string[]
  readonly closets: Set<PersonId>
  /** Whose requests closets accept automatically; nobody's by default. */
  readonly accepts: Map<PersonId, 'nobody' | 'returning' | 'everybody'>
  /** Closets that have deleted their account. */
  readonly left: Set<PersonId>
  /** Stored events that could not be processed yet, by the world's id. */
  readonly waiting: Map<string, Change>
}

export function emptyModel(now: number): Model {
  return {
    now,
    timers: [],
    orders: [],
    payments: [],
    subs: [],
    lots: [],
    codes: [],
    giftMonths: 3,
    deposits: [],
    refunds: [],
    rentals: [],
    items: [],
    holidays: [],
    entries: [],
    counts: new Map(),
    disputes: [],
    payouts: noPayouts(),
    ratings: [],
    conversations: [],
    messages: [],
    blocks: new Set(),
    boards: [],
    visitorKeys: [],
    closets: new Set(),
    accepts: new Map(),
    left: new Set(),
    waiting: new Map(),
  }
}

/** Counts an occurrence in the tally. */
export function count(model: Model, what: string, times = 1): void {
  model.counts.set(what, (model.counts.get(what) ?? 0) + times)
}
