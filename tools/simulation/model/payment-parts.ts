import type { Model, Order, Payment, ProviderDispute, ProviderRefund } from './state.ts'

// A deposit and credits that are paid at once: one payment at Stripe, and a part of it for each order.

export function addPart(whole: Payment, order: Order): Payment {
  const { owner, card, paidAt } = whole
  const part: Payment = {
    ...{ owner, card, paidAt, order, whole, sub: null, cents: order.cents },
    ...{ parts: [], refunded: 0, disputed: false, taken: 0, refunds: [], dispute: null },
  }
  whole.parts.push(part)
  return part
}

/** What a dispute takes of each part, as it was split when we first heard of it. */
export function partsOfDispute(model: Model, dispute: ProviderDispute): ProviderDispute[] {
  const { payment, parts, cents, state } = dispute
  if (parts.length === 0)
    for (const [part, share] of split(model, payment, cents))
      parts.push({ state, payment: part, cents: share, parts: [] })
  for (const part of parts) part.state = state
  return parts
}

/** The same for a refund that was made in the dashboard. */
export function partsOfRefund(model: Model, refund: ProviderRefund): ProviderRefund[] {
  const { payment, parts, cents, status, createdAt } = refund
  const isCounted = parts.length > 0 || status !== 'succeeded'
  if (!isCounted)
    for (const [part, share] of split(model, payment, cents)) {
      const untouched = { noted: false, forgotten: false, ours: null, parts: [] }
      const ofPart = { payment: part, cents: share, status, createdAt, ...untouched }
      parts.push(ofPart)
      part.refunds.push(ofPart)
    }
  for (const part of parts) part.status = status
  return parts
}

/** In proportion to what is left of the parts, and beyond that to what is gone. */
function split(model: Model, { parts }: Payment, cents: number): [Payment, number][] {
  const [credits, deposit] = parts
  if (!credits || !deposit) return []
  const [ofCredits, ofDeposit] = [leftOf(model, credits), leftOf(model, deposit)]
  const left = Math.min(cents, ofCredits + ofDeposit)
  const share = (part: number, of: number, other: number) =>
    of === 0 ? 0 : Math.round((part * of) / (of + other))
  const gone = share(cents - left, deposit.cents - ofDeposit, credits.cents - ofCredits)
  const taken = share(left, ofDeposit, ofCredits) + gone
  const shares: [Payment, number][] = [
    [credits, cents - taken],
    [deposit, taken],
  ]
  return shares.filter(([, share]) => share > 0)
}

/** What no refund and no lost dispute has taken of a part. */
function leftOf(model: Model, part: Payment): number {
  const sum = (some: readonly { readonly cents: number }[]) =>
    some.reduce((all, one) => all + one.cents, 0)
  const refunds = part.order?.refunds ?? []
  const back = refunds.filter((one) => one.status !== 'failed' && !one.isFromDashboard)
  const noted = part.refunds.filter((one) => one.noted && !one.forgotten)
  const lost = model.disputes.filter(({ of, status }) => of.payment === part && status === 'lost')
  return Math.max(0, part.cents - sum(back) - sum(noted) - sum(lost.map(({ of }) => of)))
}
