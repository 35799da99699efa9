import {
  countDashboardRefund,
  countRefund,
  freeCents,
  freezeDeposit,
  liveDeposit,
  loseDeposit,
  recordRefund,
  resolveDeposit,
  topUpCents,
} from './deposits.ts'
import { freezeLots, mint, recordOwedCredits, revokeLots } from './lots.ts'
import { endAfterMonths } from './months.ts'
import { partsOfDispute, partsOfRefund } from './payment-parts.ts'
import { applyPayoutEvent, readAgain, sync } from './payout-accounts.ts'
import { endNow, refundPayment } from './provider.ts'
import { returnCredits } from './purchase-refunds.ts'
import {
  type Change,
  count,
  type Model,
  type Order,
  type Payment,
  type ProviderDispute,
  type ProviderRefund,
  type Refund,
} from './state.ts'
import { dropMonths, holdCoverage, isLiveStatus, knownLive, syncSub } from './subscriptions.ts'
import { applyTransferEvent, makeUntried } from './transfers.ts'

// Updates our records after an event, from the provider's current state and never from the event.

/** 'later' if the event must be retried. */
export type Handled = 'done' | 'later'

const DAY = 86_400_000

export function handle(model: Model, change: Change): Handled {
  switch (change.about) {
    case 'order':
      fulfil(model, change.order)
      return 'done'
    case 'sub':
      syncSub(model, change.sub, model.now)
      return 'done'
    case 'refund':
      return noteRefund(model, change.refund)
    case 'refunds': {
      for (const refund of [...change.payment.refunds].reverse())
        if (noteRefund(model, refund) === 'later') return 'later'
      return 'done'
    }
    case 'dispute':
      return noteDispute(model, change.payment)
    case 'account':
      sync(model, change.account)
      return 'done'
    case 'transfer':
      applyTransferEvent(model, change.transfer)
      return 'done'
    case 'bank payout':
      applyPayoutEvent(model, change.payout)
      return 'done'
  }
}

/** Grants what a payment page sold: for credits, the deposit that was paid with them too. */
export function fulfil(model: Model, order: Order): void {
  if (order.paidWith) {
    fulfil(model, order.paidWith)
    return
  }
  fulfilOne(model, order)
  for (const deposit of model.orders) if (deposit.paidWith === order) fulfilOne(model, deposit)
}

function fulfilOne(model: Model, order: Order): void {
  if (order.status === 'fulfilled' || order.status === 'refunded') return
  if (order.session === 'expired') order.status = 'expired'
  if (order.session !== 'paid' || !order.payment || order.paidAt === null) return
  const { payment, paidAt, owner } = order
  if (order.sub) {
    const other = knownLive(model, owner)
    if (other && other !== order.sub) syncSub(model, other, order.sub.createdAt)
    if (syncSub(model, order.sub, paidAt) === 'refused') {
      refundOrder(model, order)
      return
    }
  } else if (order.product === 'deposit') {
    if (liveDeposit(model, owner)) {
      refundOrder(model, order)
      return
    }
    const untouched = { topUps: [], withheld: 0, refunded: 0, lost: 0, losses: [] }
    const held = { frozen: false, requested: false, closed: false }
    order.deposit = { owner, order, ...untouched, ...held }
    model.deposits.push(order.deposit)
  } else if (order.product === 'deposit_top_up') {
    const deposit = liveDeposit(model, owner)
    if (!deposit || order.cents > topUpCents(deposit)) {
      refundOrder(model, order)
      return
    }
    deposit.topUps.push(order)
    order.deposit = deposit
  } else {
    const source = order.product === 'gift' ? 'gift' : 'one_time'
    const expiresAt = endAfterMonths(paidAt, source === 'gift' ? model.giftMonths : 3)
    if (source === 'gift') count(model, `gift bought: ${model.giftMonths ?? 'never expires'}`)
    mint(model, { owner, source, expiresAt, payment }, 50)
    if (source === 'gift') {
      const open = { claimed: false, frozen: false, revoked: false }
      order.code = { order, payment, buyer: owner, expiresAt, ...open }
      model.codes.push(order.code)
    }
  }
  order.status = 'fulfilled'
}

function refundOrder(model: Model, order: Order): void {
  order.status = 'refunded'
  recordRefund(model, order, null, order.payment?.cents ?? 0)
}

/** The jobs that request recorded refunds from the provider. */
export function requestRefunds(model: Model, refunds: readonly Refund[] = model.refunds): void {
  for (const refund of refunds) {
    if (refund.status !== 'pending' || refund.requested || !refund.order.payment) continue
    const requested = refundPayment(model, refund.order.payment, refund.cents, refund)
    if (requested) refund.requested = requested
    recordRefundResult(model, refund, requested?.status ?? 'failed', true)
  }
}

export function endRefused(model: Model): void {
  for (const sub of model.subs) if (sub.known?.refused) endNow(model, sub)
}

const RANK = { pending: 0, succeeded: 1, failed: 2 } as const

function recordRefundResult(
  model: Model,
  refund: Refund,
  status: Refund['status'],
  isFirst = false,
) {
  if (refund.resolvedManually || RANK[status] < RANK[refund.status]) return
  if (status === refund.status && !isFirst) return
  const counted = (one: Refund['status']) => (one === 'succeeded' ? refund.cents : 0)
  const change = counted(status) - counted(refund.status)
  refund.status = status
  if (status === 'failed') returnCredits(model, refund, creditsOf)
  if (!refund.deposit) return
  // The money of a failed refund must not cover the loss that it caused.
  if (status === 'failed' && refund.requested?.noted) forget(refund.requested)
  countRefund(model, refund.deposit, change)
  if (status === 'failed') resolveDeposit(model, refund.deposit)
}

function noteRefund(model: Model, refund: ProviderRefund): Handled {
  if (refund.ours) {
    recordRefundResult(model, refund.ours, refund.status)
    return 'done'
  }
  const { payment } = refund
  if (refund.status === 'succeeded' && isNotFulfilled(payment)) return 'later'
  if (payment.parts.length > 0) {
    count(model, `deposit and credits: refund in the dashboard ${refund.status}`)
    for (const part of partsOfRefund(model, refund)) noteRefund(model, part)
    return 'done'
  }
  if (refund.status === 'failed') forget(refund)
  if (refund.status !== 'succeeded') return 'done'
  if (payment.sub && !isKnown(payment)) syncSub(model, payment.sub, model.now)
  if (!isKnown(payment) || refund.noted) return 'done'
  refund.noted = true
  const deposit = payment.order?.deposit
  if (!deposit) {
    revoke(model, payment, refund.cents)
    return 'done'
  }
  payment.taken += refund.cents
  const cents = Math.min(refund.cents, freeCents(model, deposit))
  if (cents > 0) {
    countDashboardRefund(model, deposit, refund, cents)
    resolveDeposit(model, deposit)
  }
  deposit.losses.push({ cents: refund.cents - cents, refund })
  return 'done'
}

/** A dashboard refund has failed, and we have the money again. */
function forget(refund: ProviderRefund): void {
  if (!refund.noted || refund.forgotten) return
  refund.forgotten = true
  refund.payment.taken -= refund.cents
  const deposit = refund.payment.order?.deposit
  if (deposit) deposit.losses = deposit.losses.filter((loss) => loss.refund !== refund)
}

function isNotFulfilled({ order }: Payment): boolean {
  return order !== null && order.status !== 'fulfilled' && order.status !== 'refunded'
}

function isKnown(payment: Payment): boolean {
  if (payment.order) return true
  const { sub } = payment
  return (
    sub !== null &&
    (sub.known?.coverage.some((one) => one.payment === payment) === true ||
      (sub.order.payment === payment && !isNotFulfilled({ ...payment, order: sub.order })))
  )
}

function noteDispute(model: Model, payment: Payment): Handled {
  const { dispute } = payment
  if (payment.whole) return noteDispute(model, payment.whole)
  if (!dispute) return 'done'
  if (isNotFulfilled(payment)) return 'later'
  if (payment.parts.length > 0) {
    count(model, `deposit and credits: dispute ${dispute.state}`)
    for (const part of partsOfDispute(model, dispute)) noteOne(model, part)
    return 'done'
  }
  if (payment.sub && !isKnown(payment)) syncSub(model, payment.sub, model.now)
  noteOne(model, dispute)
  return 'done'
}

function noteOne(model: Model, dispute: ProviderDispute): void {
  const { payment } = dispute
  const known = model.disputes.find(({ of }) => of === dispute)
  const noted = known ?? { of: dispute, status: 'open' as const }
  if (!known) model.disputes.push(noted)
  if (noted.status !== 'open') return
  noted.status = dispute.state
  if (dispute.state === 'open') freeze(model, payment, true)
  else if (dispute.state === 'won') freeze(model, payment, false)
  else {
    const deposit = payment.order?.deposit
    if (deposit) loseDeposit(model, deposit, dispute.cents)
    else revoke(model, payment, dispute.cents)
    freeze(model, payment, false)
  }
}

function freeze(model: Model, payment: Payment, frozen: boolean): void {
  freezeLots(model, payment, frozen)
  for (const code of model.codes)
    if (code.payment === payment && !code.claimed && !code.revoked) code.frozen = frozen
  holdCoverage(model, payment, frozen ? 'freeze' : 'release')
  if (payment.order?.deposit) freezeDeposit(model, payment.order.deposit, frozen)
}

const CREDITS = {
  deposit: 0,
  deposit_top_up: 0,
  one_time: 50,
  gift: 100,
  subscription_monthly: 30,
  subscription_annual: 360,
} as const

/** All the credits that a payment is for. */
export function creditsOf(payment: Payment): number {
  if (payment.order) return CREDITS[payment.order.product]
  const invoice = payment.sub?.invoices.find((one) => one.payment === payment)
  return invoice ? CREDITS[invoice.plan] : 0
}

/** Takes the share of credits that these cents bought. */
function revoke(model: Model, payment: Payment, cents: number): void {
  const credits = creditsOf(payment)
  const worth = (paid: number) => Math.round((credits * paid) / payment.cents)
  const before = Math.min(payment.cents, payment.taken)
  const after = Math.min(payment.cents, payment.taken + cents)
  payment.taken += cents
  const isAll = after === payment.cents
  let left = worth(after) - worth(before)
  left -= revokeLots(model, payment, isAll ? 'all' : left)
  for (const code of model.codes) {
    if (code.payment !== payment || code.revoked || code.claimed) continue
    if (!isAll && left < 50) continue
    left -= 50
    code.frozen = false
    code.revoked = true
  }
  if (isAll) holdCoverage(model, payment, 'revoke')
  else {
    left -= 30 * dropMonths(model, payment, Math.floor(left / 30))
    recordOwedCredits(model, payment, left)
  }
}

/** The reconciler: updates what it can without events. */
export function reconcileModel(model: Model): void {
  for (const order of model.orders) if (order.status === 'open') fulfil(model, order)
  for (const [id, change] of model.waiting)
    if (handle(model, change) === 'done') model.waiting.delete(id)
  // Copied, because refunds that these cause are left to their jobs.
  requestRefunds(model, [...model.refunds])
  for (const refund of model.refunds)
    if (refund.status === 'pending' && refund.requested)
      recordRefundResult(model, refund, refund.requested.status)
  for (const dispute of model.disputes)
    if (dispute.status === 'open') noteDispute(model, dispute.of.payment)
  for (const sub of model.subs) {
    const { known } = sub
    if (!known || !isLiveStatus(known.status)) continue
    const isDue = [known.renewsAt, known.cancelAt, known.pendingFrom].some(
      (at) => at !== null && at <= model.now,
    )
    if (isDue || known.status === 'past_due' || known.updatedAt < model.now - DAY)
      syncSub(model, sub, model.now)
  }
  readAgain(model)
  makeUntried(model)
}
