import type { BankPayout } from './model/payout-state.ts'
import type { Change, Model, Payment, ProviderRefund, Sub } from './model/state.ts'
import type { Webhook } from './webhooks.ts'

/** Maps the provider's ids to the model's, based on what the provider sends. */
export type Directory = {
  readonly sessions: Map<string, string>
  readonly subs: Map<string, Sub>
  readonly idsOfSubs: Map<Sub, string>
  readonly invoices: Map<string, string>
  readonly payments: Map<string, Payment>
  readonly idsOfPayments: Map<Payment, string>
  readonly refunds: Map<string, ProviderRefund>
  readonly bankPayouts: Map<string, BankPayout>
  readonly seen: Map<object, number>
}

export function emptyDirectory(): Directory {
  return {
    sessions: new Map(),
    subs: new Map(),
    idsOfSubs: new Map(),
    invoices: new Map(),
    payments: new Map(),
    idsOfPayments: new Map(),
    refunds: new Map(),
    bankPayouts: new Map(),
    seen: new Map(),
  }
}

/** Reads webhooks in the order in which they were sent. */
export function learnFrom(known: Directory, model: Model, webhooks: readonly Webhook[]): void {
  for (const webhook of webhooks) learnIds(known, model, webhook)
  for (const webhook of webhooks) learnPayment(known, model, webhook)
  for (const webhook of webhooks) learnBankPayout(known, model, webhook)
  for (const { type, object } of webhooks) {
    if (type !== 'refund.created') continue
    const payment = known.payments.get(object.payment_intent ?? '')
    const refund = payment?.refunds[next(known, payment)]
    if (refund) known.refunds.set(object.id, refund)
  }
}

function next(known: Directory, of: object): number {
  const place = known.seen.get(of) ?? 0
  known.seen.set(of, place + 1)
  return place
}

function learnIds(known: Directory, model: Model, { type, object }: Webhook): void {
  if (type.startsWith('customer.subscription.')) {
    const sub = model.subs.find(({ order }) => order.id === object.metadata?.order_id)
    if (!sub) return
    known.subs.set(object.id, sub)
    known.idsOfSubs.set(sub, object.id)
  }
  const invoiced = object.parent?.subscription_details?.subscription
  if (type.startsWith('invoice.') && invoiced) known.invoices.set(object.id, invoiced)
}

function learnPayment(known: Directory, model: Model, { type, object }: Webhook): void {
  if (type === 'checkout.session.completed' && object.payment_intent) {
    const order = model.orders.find(({ id }) => id === object.client_reference_id)
    if (order?.payment) note(known, object.payment_intent, order.payment.whole ?? order.payment)
  }
  const intent = object.payment?.payment_intent
  if (type === 'invoice_payment.paid' && intent) {
    const sub = known.subs.get(known.invoices.get(object.invoice ?? '') ?? '')
    if (!sub) throw new Error(`nobody knows invoice ${object.invoice}`)
    const payment = model.payments.filter((one) => one.sub === sub)[next(known, sub)]
    if (payment) note(known, intent, payment)
  }
}

function note(known: Directory, id: string, payment: Payment): void {
  known.payments.set(id, payment)
  known.idsOfPayments.set(payment, id)
}

function learnBankPayout(known: Directory, model: Model, { type, account, object }: Webhook): void {
  if (type !== 'payout.created' || account === null) return
  const owner = model.payouts.accounts.find(({ id }) => id === account)
  const payout = owner?.bankPayouts[next(known, owner)]
  if (payout) known.bankPayouts.set(object.id, payout)
}

/** The subject of a webhook, if it requires a change. */
export function changeOf(known: Directory, model: Model, webhook: Webhook): Change | null {
  const { type, object } = webhook
  if (webhook.account !== null) return changeOfAccount(known, model, webhook)
  if (type === 'transfer.created' || type === 'transfer.reversed') {
    const transfer = model.payouts.transfers.find(({ id }) => id === object.transfer_group)
    return transfer ? { about: 'transfer', transfer } : null
  }
  if (type.startsWith('checkout.session.')) {
    const order = model.orders.find(({ id }) => id === object.client_reference_id)
    return order ? { about: 'order', order } : null
  }
  const sub = subOf(known, type, object)
  if (sub) return { about: 'sub', sub }
  if (type.startsWith('refund.')) {
    const refund = known.refunds.get(object.id)
    return refund ? { about: 'refund', refund } : null
  }
  const payment = known.payments.get(object.payment_intent ?? '')
  if (!payment) return null
  if (type === 'charge.refunded') return { about: 'refunds', payment }
  return type.startsWith('charge.dispute.') ? { about: 'dispute', payment } : null
}

function changeOfAccount(
  known: Directory,
  model: Model,
  { type, account: id, object }: Webhook,
): Change | null {
  if (type === 'payout.paid' || type === 'payout.failed') {
    const payout = known.bankPayouts.get(object.id)
    return payout ? { about: 'bank payout', payout } : null
  }
  const account = model.payouts.accounts.find((one) => one.id === id)
  return account && type.startsWith('account.') ? { about: 'account', account } : null
}

function subOf(known: Directory, type: string, object: Webhook['object']): Sub | undefined {
  if (type.startsWith('customer.subscription.')) return known.subs.get(object.id)
  if (type === 'invoice.paid' || type === 'invoice.payment_failed')
    return known.subs.get(object.parent?.subscription_details?.subscription ?? '')
  if (type.startsWith('subscription_schedule.'))
    return known.subs.get(object.subscription ?? object.released_subscription ?? '')
  return undefined
}
