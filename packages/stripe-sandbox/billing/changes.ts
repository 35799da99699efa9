import type { LineDraft, Price, Subscription, SubscriptionItem } from '#sandbox/core/objects.ts'
import { periodEndAfter } from './periods.ts'
import { type Period, planOf } from './subscription-shapes.ts'

const prorations = ['always_invoice', 'create_prorations', 'none'] as const

export type Proration = (typeof prorations)[number]

/** Narrows a value that the API's types leave open for future additions. */
export function prorationOf(named: string): Proration {
  return prorations.find((one) => one === named) ?? 'create_prorations'
}

/** The new values of the named items. */
export type ItemChanges = ReadonlyMap<string, { price: Price; quantity: number }>

export type PlanChange = {
  items: ItemChanges
  anchorNow: boolean
  /** Whether unused and new time are prorated, and when they are billed. */
  proration: Proration
  /** The time from which it is prorated, if not now. */
  prorateAt?: number
}

export type Changed = {
  subscription: Subscription
  /** Billed at once. */
  lines: LineDraft[]
  /** Added to the next invoice. */
  pending: LineDraft[]
}

/** The subscription after a change of its items, and what the change costs. Writes nothing. */
export function applyChange(subscription: Subscription, change: PlanChange, now: number): Changed {
  const items = subscription.items.data
  // A different interval cannot continue from the old anchor: as at Stripe, it is billed from now.
  const restarts = change.anchorNow || changesInterval(items, change.items)
  const changed = items.map((item) => {
    const price = change.items.get(item.id)?.price ?? item.price
    return withChange(item, change.items, restarts ? periodFrom(now, price) : periodOf(item))
  })
  const at = change.prorateAt ?? now
  const lines = items.flatMap((before, place) => {
    const after = changed[place]
    return after ? linesOf(before, after, { ...change, restarts, at }) : []
  })
  const billsNow = restarts || change.proration === 'always_invoice'
  return {
    subscription: {
      ...subscription,
      billing_cycle_anchor: restarts ? now : subscription.billing_cycle_anchor,
      items: { ...subscription.items, data: changed },
    },
    lines: billsNow ? lines : [],
    pending: billsNow ? [] : lines,
  }
}

/** The subscription in its next period, optionally with other items from then on. */
export function nextPeriod(
  subscription: Subscription,
  changes: ItemChanges = new Map(),
): Subscription {
  const { items } = subscription
  const restarts = changesInterval(items.data, changes)
  const start = Math.min(...items.data.map((item) => item.current_period_end))
  const anchor = restarts ? start : subscription.billing_cycle_anchor
  const data = items.data.map((item) => {
    const { recurring } = changes.get(item.id)?.price ?? item.price
    const from = restarts ? start : item.current_period_end
    const end = recurring ? periodEndAfter(anchor, recurring, from) : from
    return withChange(item, changes, { start: from, end })
  })
  return { ...subscription, billing_cycle_anchor: anchor, items: { ...items, data } }
}

export function periodFrom(start: number, price: Price): Period {
  return price.recurring
    ? { start, end: periodEndAfter(start, price.recurring, start) }
    : { start, end: start }
}

/** The end of the paid period. */
export function periodEndOf(subscription: Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end))
}

/** The line of something that is sold once, beside a subscription. */
export function onceLine(
  { price, quantity, description }: { price: Price; quantity: number; description: string },
  now: number,
): LineDraft {
  const amount = (price.unit_amount ?? 0) * quantity
  return { amount, description, period: { start: now, end: now }, once: { price, quantity } }
}

export function fullLine(item: SubscriptionItem): LineDraft {
  return {
    amount: amountOf(item),
    description: `${item.quantity ?? 1} × ${nameOf(item)}`,
    item,
    period: periodOf(item),
    proration: false,
  }
}

function changesInterval(items: SubscriptionItem[], changes: ItemChanges): boolean {
  return items.some((item) => {
    const price = changes.get(item.id)?.price
    return price !== undefined && intervalOf(price) !== intervalOf(item.price)
  })
}

function periodOf(item: SubscriptionItem): Period {
  return { start: item.current_period_start, end: item.current_period_end }
}

function linesOf(
  before: SubscriptionItem,
  after: SubscriptionItem,
  { proration, restarts, at }: PlanChange & { restarts: boolean; at: number },
): LineDraft[] {
  const left = share(before, at)
  const unused: LineDraft = {
    amount: -Math.round(amountOf(before) * left),
    description: `Unused time on ${nameOf(before)}`,
    item: before,
    period: { start: at, end: before.current_period_end },
    proration: true,
  }
  if (restarts) return proration === 'none' ? [fullLine(after)] : [unused, fullLine(after)]
  const isSame = before.price.id === after.price.id && before.quantity === after.quantity
  if (proration === 'none' || isSame) return []
  const remaining: LineDraft = {
    amount: Math.round(amountOf(after) * left),
    description: `Remaining time on ${nameOf(after)}`,
    item: after,
    period: { start: at, end: after.current_period_end },
    proration: true,
  }
  return [unused, remaining]
}

function withChange(item: SubscriptionItem, changes: ItemChanges, period: Period) {
  const { price, quantity } = changes.get(item.id) ?? item
  return {
    ...item,
    price,
    plan: planOf(price),
    quantity,
    current_period_start: period.start,
    current_period_end: period.end,
  }
}

/** The remaining part of the item's period, between 0 and 1. */
function share(item: SubscriptionItem, now: number): number {
  const { start, end } = periodOf(item)
  return Math.min(1, Math.max(0, (end - now) / (end - start)))
}

function amountOf(item: SubscriptionItem): number {
  return (item.price.unit_amount ?? 0) * (item.quantity ?? 1)
}

function nameOf({ price }: SubscriptionItem): string {
  return price.nickname ?? price.lookup_key ?? price.id
}

function intervalOf(price: Price): string {
  return `${price.recurring?.interval_count} ${price.recurring?.interval}`
}
