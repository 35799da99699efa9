import { recordRefund } from './deposits.ts'
import { freezeLots, mint } from './lots.ts'
import { endOfDay } from './months.ts'
import type { Code, Lot, Model, Order, Payment, PurchaseRefund, Refund } from './state.ts'

// Refunds of packs and gifts by admins: unspent credits and their share of the price.

type Offer = { readonly cents: number; readonly credits: number; readonly code: Code | null }

/** What an admin can refund of this order now. */
export function offerOf(
  model: Model,
  order: Order,
  all: number,
  part: number | 'all' = 'all',
): Offer | null {
  const { payment } = order
  const isCredits = order.product === 'one_time' || order.product === 'gift'
  if (!payment || order.status !== 'fulfilled' || !isCredits || isReversed(model, payment))
    return null
  const made = order.refunds.filter((one) => one.purchase && holds(one))
  if (made.some(({ status }) => status === 'pending')) return null
  const own = spendable(model, payment).reduce((sum, lot) => sum + lot.available, 0)
  if (part !== 'all' && part > own) return null
  const code = part === 'all' ? openCode(model, order.code) : null
  const credits = part === 'all' ? own : part
  const together = credits + (code ? 50 : 0)
  const sumOf = (part: (refund: Refund) => number) => made.reduce((sum, one) => sum + part(one), 0)
  const before = sumOf(({ purchase }) => (purchase?.credits ?? 0) + (purchase?.code ? 50 : 0))
  const cents = Math.floor((payment.cents * (before + together)) / all) - sumOf((one) => one.cents)
  return together > 0 && cents > 0 ? { cents, credits, code } : null
}

/** Whether the credits that the refund took are still revoked. */
function holds({ status, purchase, retried }: Refund): boolean {
  return status !== 'failed' || (purchase?.staysRevoked === true && !retried)
}

/** The cents owed of a failed refund whose credits stay revoked. */
export function owedWithoutCredits(model: Model, { order, cents }: Refund): number {
  const { payment } = order
  if (!payment) return cents
  const sumOf = (some: readonly { readonly cents: number }[]) =>
    some.reduce((sum, one) => sum + one.cents, 0)
  const others = payment.taken - sumOf(order.refunds.filter(holds))
  const disputed = model.disputes.filter((one) => one.of.payment === payment && isOpen(one))
  const made = order.refunds.filter(({ status }) => status !== 'failed')
  const left = payment.cents - others - sumOf(disputed.map(({ of }) => of)) - sumOf(made)
  return Math.min(cents, left)
}

export function refundPurchase(model: Model, order: Order, { cents, credits, code }: Offer): void {
  const purchase: PurchaseRefund = { credits, code, taken: [], staysRevoked: false }
  take(model, recordRefund(model, order, null, cents, purchase))
}

/** Whether a failed refund can be retried: its credits must still be available. */
export function canRetryRefund(model: Model, refund: Refund): boolean {
  const { purchase, order } = refund
  if (!purchase || purchase.staysRevoked || !order.payment) return true
  const there = spendable(model, order.payment).reduce((sum, lot) => sum + lot.available, 0)
  const isCodeThere = !purchase.code || openCode(model, purchase.code) !== null
  return isCodeThere && there >= purchase.credits
}

export function retry(model: Model, refund: Refund, cents: number): void {
  const { purchase, order } = refund
  const anew = purchase && { ...purchase, taken: [] }
  const again = recordRefund(model, order, refund.deposit, cents, anew)
  if (purchase?.staysRevoked) countLess(refund, cents)
  else take(model, again)
}

/** Counts a retry that pays out less than the failed refund. */
export function countLess({ order, cents: failed }: Refund, cents: number): void {
  if (order.payment) order.payment.taken -= failed - cents
}

/** Takes the code and then the buyer's own credits, those that expire first. */
export function take(model: Model, { purchase, order, cents }: Refund): void {
  const { payment } = order
  if (!purchase || !payment) return
  if (purchase.code) purchase.code.revoked = true
  let left = purchase.credits
  for (const lot of spendable(model, payment)) {
    const amount = Math.min(left, lot.available)
    if (amount === 0) continue
    left -= amount
    lot.available -= amount
    lot.revoked += amount
    purchase.taken.push({ lot, amount, at: model.now })
  }
  payment.taken += cents
}

/**
 * A refund has failed: credits that nothing else has taken since come back with their remaining
 * time. If its gift code has expired, nothing comes back.
 */
export function returnCredits(
  model: Model,
  { purchase, order, cents }: Refund,
  creditsOf: (payment: Payment) => number,
): void {
  const { payment } = order
  if (!purchase || !payment) return
  if (purchase.code && purchase.code.expiresAt <= model.now) purchase.staysRevoked = true
  if (purchase.staysRevoked) return
  payment.taken -= cents
  const worth = (paid: number) =>
    Math.round((creditsOf(payment) * Math.min(payment.cents, paid)) / payment.cents)
  let left = worth(payment.taken + cents) - worth(payment.taken)
  for (const { lot, amount, at } of purchase.taken) {
    const back = Math.min(left, amount)
    if (back === 0) continue
    left -= back
    const expiresAt = endOfDay(model.now + Math.max(1000, lot.expiresAt - at))
    mint(model, { owner: order.owner, source: 'goodwill', expiresAt, payment }, back)
  }
  const { code } = purchase
  if (code && left >= 50) code.revoked = false
  const isDisputed = model.disputes.some((one) => one.of.payment === payment && isOpen(one))
  if (!isDisputed) return
  freezeLots(model, payment, true)
  if (code && !code.claimed && !code.revoked) code.frozen = true
}

const isOpen = ({ status }: { readonly status: string }) => status === 'open'

/** Whether our records have a dispute or a refund made in the dashboard. */
function isReversed(model: Model, payment: Payment): boolean {
  return (
    model.disputes.some((one) => one.of.payment === payment && one.status !== 'won') ||
    payment.refunds.some((one) => one.noted && !one.forgotten)
  )
}

function openCode(model: Model, code: Code | null): Code | null {
  const isOpen = code && !code.claimed && !code.revoked && !code.frozen
  return isOpen && code.expiresAt > model.now ? code : null
}

function spendable(model: Model, payment: Payment): Lot[] {
  return model.lots
    .filter((lot) => lot.payment === payment && lot.source !== 'gift_claim' && !lot.isRevoked)
    .filter((lot) => !lot.frozen && lot.available > 0 && lot.expiresAt > model.now)
    .sort((a, b) => a.expiresAt - b.expiresAt)
}
