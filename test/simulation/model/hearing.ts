import {
  countRefund,
  freeCents,
  freezeDeposit,
  liveDeposit,
  loseDeposit,
  recordRefund,
  settleDeposit,
} from './deposits.ts'
import { freezeLots, mint, revokeLots } from './lots.ts'
import { monthsAfter } from './months.ts'
import { endNow, refundPayment } from './provider.ts'
import type { Model, News, Order, Payment, ProviderRefund, Refund } from './state.ts'
import { holdCoverage, knownLive, learn, lives } from './subscriptions.ts'

// What our books make of news. The provider's present state counts, never the news itself.

/** 'later': it has to be tried again. */
export type Heard = 'done' | 'later'

const DAY = 86_400_000

export function hear(model: Model, news: News): Heard {
  switch (news.about) {
    case 'order':
      fulfil(model, news.order)
      return 'done'
    case 'sub':
      learn(model, news.sub, model.now)
      return 'done'
    case 'refund':
      return noteRefund(model, news.refund)
    case 'refunds': {
      for (const refund of [...news.payment.refunds].reverse())
        if (noteRefund(model, refund) === 'later') return 'later'
      return 'done'
    }
    case 'dispute':
      return noteDispute(model, news.payment)
  }
}

export function fulfil(model: Model, order: Order): void {
  if (order.status === 'fulfilled' || order.status === 'refunded') return
  if (order.session === 'expired') order.status = 'expired'
  if (order.session !== 'paid' || !order.payment || order.paidAt === null) return
  const { payment, paidAt, owner } = order
  const expiresAt = monthsAfter(paidAt, 3)
  if (order.sub) {
    const other = knownLive(model, owner)
    if (other && other !== order.sub) learn(model, other, order.sub.createdAt)
    if (learn(model, order.sub, paidAt) === 'refused') {
      payBack(model, order)
      return
    }
  } else if (order.product === 'deposit') {
    if (liveDeposit(model, owner)) {
      payBack(model, order)
      return
    }
    const untouched = { kept: 0, refunded: 0, lost: 0 }
    const held = { frozen: false, requested: false, closed: false }
    order.deposit = { owner, order, ...untouched, ...held }
    model.deposits.push(order.deposit)
  } else {
    const source = order.product === 'gift' ? 'gift' : 'one_time'
    mint(model, { owner, source, expiresAt, payment }, 50)
    if (source === 'gift') {
      const open = { claimed: false, frozen: false, revoked: false }
      order.code = { order, payment, buyer: owner, expiresAt, ...open }
      model.codes.push(order.code)
    }
  }
  order.status = 'fulfilled'
}

function payBack(model: Model, order: Order): void {
  order.status = 'refunded'
  recordRefund(model, order, null, order.payment?.cents ?? 0)
}

/** The jobs that ask the provider for what was written down. */
export function askForRefunds(model: Model): void {
  for (const refund of model.refunds) {
    if (refund.status !== 'pending' || refund.asked || !refund.order.payment) continue
    const asked = refundPayment(model, refund.order.payment, refund.cents, refund)
    if (asked) refund.asked = asked
    settleRefund(model, refund, asked?.status ?? 'failed', true)
  }
}

export function endRefused(model: Model): void {
  for (const sub of model.subs) if (sub.known?.refused) endNow(model, sub)
}

const RANK = { pending: 0, succeeded: 1, failed: 2 } as const

function settleRefund(model: Model, refund: Refund, status: Refund['status'], isFirst = false) {
  if (refund.settledByHand || RANK[status] < RANK[refund.status]) return
  if (status === refund.status && !isFirst) return
  const counted = (one: Refund['status']) => (one === 'succeeded' ? refund.cents : 0)
  const change = counted(status) - counted(refund.status)
  refund.status = status
  if (!refund.deposit) return
  countRefund(model, refund.deposit, change)
  const isLost = model.disputes.some(
    ({ of, status: end }) => end === 'lost' && of.payment === refund.order.payment,
  )
  if (status !== 'failed') return
  if (isLost) loseDeposit(model, refund.deposit)
  settleDeposit(model, refund.deposit)
}

function noteRefund(model: Model, refund: ProviderRefund): Heard {
  if (refund.ours) {
    settleRefund(model, refund.ours, refund.status)
    return 'done'
  }
  if (refund.status !== 'succeeded') return 'done'
  const { payment } = refund
  if (isNotFulfilled(payment)) return 'later'
  if (payment.sub && !isInBooks(payment)) learn(model, payment.sub, model.now)
  if (!isInBooks(payment) || refund.noted) return 'done'
  refund.noted = true
  const deposit = payment.order?.deposit
  if (!deposit) {
    revoke(model, payment)
    return 'done'
  }
  const cents = Math.min(refund.cents, freeCents(model, deposit))
  if (cents > 0 && payment.order) {
    const ours = recordRefund(model, payment.order, deposit, cents)
    ours.status = 'succeeded'
    ours.asked = refund
    refund.ours = ours
    countRefund(model, deposit, cents)
  }
  return 'done'
}

function isNotFulfilled({ order }: Payment): boolean {
  return order !== null && order.status !== 'fulfilled' && order.status !== 'refunded'
}

function isInBooks(payment: Payment): boolean {
  if (payment.order) return true
  const { sub } = payment
  return (
    sub !== null &&
    (sub.known?.coverage.some((one) => one.payment === payment) === true ||
      (sub.order.payment === payment && !isNotFulfilled({ ...payment, order: sub.order })))
  )
}

function noteDispute(model: Model, payment: Payment): Heard {
  const { dispute } = payment
  if (!dispute) return 'done'
  if (isNotFulfilled(payment)) return 'later'
  if (payment.sub && !isInBooks(payment)) learn(model, payment.sub, model.now)
  const known = model.disputes.find(({ of }) => of === dispute)
  const noted = known ?? { of: dispute, status: 'open' as const }
  if (!known) model.disputes.push(noted)
  if (noted.status !== 'open') return 'done'
  noted.status = dispute.state
  if (dispute.state === 'open') freeze(model, payment, true)
  else if (dispute.state === 'won') freeze(model, payment, false)
  else if (payment.order?.deposit) loseDeposit(model, payment.order.deposit)
  else revoke(model, payment)
  return 'done'
}

function freeze(model: Model, payment: Payment, frozen: boolean): void {
  freezeLots(model, payment, frozen)
  for (const code of model.codes)
    if (code.payment === payment && !code.claimed && !code.revoked) code.frozen = frozen
  holdCoverage(model, payment, frozen ? 'freeze' : 'release')
  if (payment.order?.deposit) freezeDeposit(model, payment.order.deposit, frozen)
}

function revoke(model: Model, payment: Payment): void {
  revokeLots(model, payment)
  for (const code of model.codes) {
    if (code.payment !== payment || code.revoked) continue
    code.frozen = false
    code.revoked = !code.claimed
  }
  holdCoverage(model, payment, 'revoke')
}

/** The reconciler: what can be found without news. */
export function reconcileModel(model: Model): void {
  for (const order of model.orders) if (order.status === 'open') fulfil(model, order)
  for (const [id, news] of model.waiting) if (hear(model, news) === 'done') model.waiting.delete(id)
  askForRefunds(model)
  for (const refund of model.refunds)
    if (refund.status === 'pending' && refund.asked)
      settleRefund(model, refund, refund.asked.status)
  for (const dispute of model.disputes)
    if (dispute.status === 'open') noteDispute(model, dispute.of.payment)
  for (const sub of model.subs) {
    const { known } = sub
    if (!known || !lives(known.status)) continue
    const isDue = [known.renewsAt, known.cancelAt, known.pendingFrom].some(
      (at) => at !== null && at <= model.now,
    )
    if (isDue || known.status === 'past_due' || known.updatedAt < model.now - DAY)
      learn(model, sub, model.now)
  }
}
