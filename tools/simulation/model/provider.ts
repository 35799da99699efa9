import type { PersonId } from '#db/ids.ts'
import { monthsAfter } from './months.ts'
import { addPart } from './payment-parts.ts'
import type {
  Card,
  Invoice,
  Model,
  Order,
  Payment,
  Plan,
  ProviderRefund,
  Refund,
  Sub,
} from './state.ts'

// What the payment provider does automatically and on request.

const SECOND = 1000
const DAY = 86_400 * SECOND
const PRICES = { subscription_monthly: 2000, subscription_annual: 20_000 } as const

/** Processes everything due by now, each at its own time. */
export function pass(model: Model, now: number): void {
  model.now = now
  for (;;) {
    const [next] = model.timers
      .filter(({ due }) => due <= now)
      .sort((a, b) => a.due - b.due || (a.kind < b.kind ? -1 : 1))
    if (!next) return
    model.timers.splice(model.timers.indexOf(next), 1)
    next.run(next.due)
  }
}

export function later(model: Model, due: number, kind: string, run: (at: number) => void) {
  model.timers.push({ due, kind, run })
}

export function openCheckout(
  model: Model,
  {
    id,
    owner,
    product,
    cents,
    paidWith = null,
  }: Pick<Order, 'id' | 'owner' | 'product' | 'cents'> & Partial<Pick<Order, 'paidWith'>>,
): Order {
  const order: Order = {
    id,
    owner,
    product,
    cents,
    openedAt: model.now,
    session: 'open',
    paidAt: null,
    payment: null,
    sub: null,
    paidWith,
    status: 'open',
    refunds: [],
    deposit: null,
    code: null,
  }
  model.orders.push(order)
  later(model, model.now + DAY, 'expire_session', () => {
    if (order.session === 'open') order.session = 'expired'
  })
  return order
}

/** Pays an open checkout with a card that is not declined there. */
export function payCheckout(model: Model, order: Order, card: Card): void {
  const { now } = model
  order.session = 'paid'
  order.paidAt = now
  if (order.product !== 'subscription_monthly' && order.product !== 'subscription_annual') {
    const deposit = model.orders.find(({ paidWith }) => paidWith === order)
    const cents = order.cents + (deposit?.cents ?? 0)
    const payment = collect(model, { owner: order.owner, cents, card, order, sub: null }, now)
    order.payment = deposit ? addPart(payment, order) : payment
    if (!deposit) return
    deposit.session = 'paid'
    deposit.paidAt = now
    deposit.payment = addPart(payment, deposit)
    return
  }
  const sub: Sub = {
    order,
    owner: order.owner,
    createdAt: now,
    card,
    plan: order.product,
    anchor: now,
    periodEnd: periodAfter(now, order.product, now),
    status: 'active',
    cancelAt: null,
    pending: null,
    endedAt: null,
    invoices: [],
    known: null,
  }
  order.sub = sub
  model.subs.push(sub)
  order.payment = recordPayment(model, sub, bill(sub, now), now)
  later(model, sub.periodEnd, 'renew', (at) => endOfPeriod(model, sub, at))
}

function collect(
  model: Model,
  of: Pick<Payment, 'owner' | 'cents' | 'card' | 'order' | 'sub'>,
  at: number,
): Payment {
  const payment: Payment = {
    ...of,
    ...{ whole: null, parts: [] },
    paidAt: at,
    refunded: 0,
    disputed: false,
    taken: 0,
    refunds: [],
    dispute: null,
  }
  model.payments.push(payment)
  if (of.card === 'disputed')
    later(model, at + 10 * SECOND, 'open_dispute', (when) => {
      if (payment.disputed || payment.refunded === payment.cents) return
      payment.disputed = true
      const cents = payment.cents - payment.refunded
      const dispute = { state: 'open' as const, payment, cents, parts: [] }
      payment.dispute = dispute
      later(model, when + 9 * DAY, 'close_dispute', () => endDispute(dispute, 'lost'))
    })
  return payment
}

export function endDispute(dispute: NonNullable<Payment['dispute']>, state: 'won' | 'lost'): void {
  if (dispute.state === 'open') dispute.state = state
}

function periodAfter(anchor: number, plan: Plan, at: number): number {
  const step = plan === 'subscription_annual' ? 12 : 1
  let count = step
  while (monthsAfter(anchor, count) <= at) count += step
  return monthsAfter(anchor, count)
}

function bill(sub: Sub, startsAt: number, cents: number = PRICES[sub.plan]): Invoice {
  const invoice: Invoice = {
    plan: sub.plan,
    startsAt,
    endsAt: sub.periodEnd,
    cents,
    attempts: 0,
    nextTry: null,
    paidAt: null,
    payment: null,
  }
  sub.invoices.push(invoice)
  return invoice
}

function recordPayment(model: Model, sub: Sub, invoice: Invoice, at: number): Payment {
  const { owner, card } = sub
  const payment = collect(model, { owner, cents: invoice.cents, card, order: null, sub }, at)
  invoice.paidAt = at
  invoice.payment = payment
  invoice.nextTry = null
  return payment
}

function endOfPeriod(model: Model, sub: Sub, at: number): void {
  // An upgrade has moved the end, so actions planned for the old end are void.
  if (sub.status === 'canceled' || sub.periodEnd !== at) return
  if (sub.cancelAt !== null && sub.cancelAt <= at) {
    end(sub, at)
    return
  }
  if (sub.pending) {
    sub.plan = sub.pending
    sub.pending = null
    sub.anchor = at
  }
  sub.periodEnd = periodAfter(sub.anchor, sub.plan, at)
  later(model, sub.periodEnd, 'renew', (when) => endOfPeriod(model, sub, when))
  tryToCollect(model, sub, bill(sub, at), at)
}

function tryToCollect(model: Model, sub: Sub, invoice: Invoice, at: number): void {
  if (sub.card !== 'renewalDeclined') {
    recordPayment(model, sub, invoice, at)
    sub.status = owes(sub) ? 'past_due' : 'active'
    return
  }
  const days = [3, 5, 7][invoice.attempts]
  invoice.attempts++
  if (days === undefined) {
    end(sub, at)
    return
  }
  sub.status = 'past_due'
  const due = at + days * DAY
  invoice.nextTry = due
  later(model, due, 'retry_invoice', (when) => {
    if (invoice.nextTry !== due || sub.status === 'canceled') return
    tryToCollect(model, sub, invoice, when)
  })
}

function owes(sub: Sub): boolean {
  return sub.invoices.some(({ paidAt }) => paidAt === null)
}

function end(sub: Sub, at: number): void {
  sub.status = 'canceled'
  sub.endedAt = at
  sub.pending = null
}

/** Ends a subscription at once, as we request for a second one. */
export function endNow(model: Model, sub: Sub): void {
  if (sub.status !== 'canceled') end(sub, model.now)
}

/** Switches to the annual plan now, billed at once. False: nothing changes. */
export function changeToAnnual(model: Model, sub: Sub, cents: number): boolean {
  if (sub.status === 'canceled' || sub.card === 'renewalDeclined') return false
  sub.plan = 'subscription_annual'
  sub.anchor = model.now
  sub.periodEnd = periodAfter(model.now, sub.plan, model.now)
  sub.cancelAt = null
  sub.pending = null
  recordPayment(model, sub, bill(sub, model.now, cents), model.now)
  sub.status = owes(sub) ? 'past_due' : 'active'
  later(model, sub.periodEnd, 'renew', (at) => endOfPeriod(model, sub, at))
  return true
}

/** In the portal: sets the default card, which pays open invoices. */
export function changeCard(model: Model, owner: PersonId, card: Card): void {
  for (const sub of model.subs) {
    if (sub.owner !== owner || sub.status === 'canceled') continue
    sub.card = card
    payOpen(model, sub)
  }
}

/** Pays open invoices with the saved card. False if the card is declined. */
export function payOpen(model: Model, sub: Sub): boolean {
  if (sub.status === 'canceled' || !owes(sub)) return true
  if (sub.card === 'renewalDeclined') return false
  for (const invoice of sub.invoices)
    if (invoice.paidAt === null) recordPayment(model, sub, invoice, model.now)
  sub.status = 'active'
  return true
}

/** Makes a refund; null if the provider refuses. */
export function refundPayment(
  model: Model,
  payment: Payment,
  cents: number,
  ours: Refund | null,
): ProviderRefund | null {
  if (payment.whole) return refundPayment(model, payment.whole, cents, ours)
  const isChargedBack = payment.disputed && payment.dispute?.state !== 'won'
  if (isChargedBack || cents > payment.cents - payment.refunded || cents === 0) return null
  const waits = payment.card === 'refundWaits'
  const refund: ProviderRefund = {
    payment,
    parts: [],
    cents,
    status: waits ? 'pending' : 'succeeded',
    createdAt: model.now,
    noted: false,
    forgotten: false,
    ours,
  }
  payment.refunds.push(refund)
  payment.refunded += cents
  const due = model.now + 10 * SECOND
  if (waits)
    later(model, due, 'finish_refund', () => {
      if (refund.status === 'pending') refund.status = 'succeeded'
    })
  if (payment.card === 'refundFails')
    later(model, due, 'fail_refund', () => {
      refund.status = 'failed'
      payment.refunded -= cents
    })
  return refund
}
