import type { Price, Subscription, SubscriptionItem } from '#sandbox/objects.ts'
import type { LineDraft } from './invoice-shapes.ts'
import { periodEndAfter } from './periods.ts'
import { planOf } from './subscription-shapes.ts'

export type Period = { start: number; end: number }

export type PlanChange = {
  /** The price that each named item gets. */
  prices: Map<string, Price>
  anchorNow: boolean
  /** Whether what is unused and what is new since are worked out in money. */
  prorates: boolean
}

/** The subscription after a change of its prices, and what the change costs. Writes nothing. */
export function applyChange(
  subscription: Subscription,
  change: PlanChange,
  now: number,
): { subscription: Subscription; lines: LineDraft[] } {
  const items = subscription.items.data
  const intervalChanges = items.some((item) => {
    const price = change.prices.get(item.id)
    return price !== undefined && intervalOf(price) !== intervalOf(item.price)
  })
  // Another interval cannot go on from the old anchor: Stripe, too, bills it from now.
  const restarts = change.anchorNow || intervalChanges
  const changed = items.map((item) => {
    const price = change.prices.get(item.id) ?? item.price
    return withPrice(item, price, restarts ? periodFrom(now, price) : periodOf(item))
  })
  const lines = items.flatMap((before, place) => {
    const after = changed[place]
    return after ? linesOf(before, after, { ...change, restarts, now }) : []
  })
  return {
    subscription: {
      ...subscription,
      billing_cycle_anchor: restarts ? now : subscription.billing_cycle_anchor,
      items: { ...subscription.items, data: changed },
    },
    lines,
  }
}

export function periodFrom(start: number, price: Price): Period {
  return price.recurring
    ? { start, end: periodEndAfter(start, price.recurring, start) }
    : { start, end: start }
}

function periodOf(item: SubscriptionItem): Period {
  return { start: item.current_period_start, end: item.current_period_end }
}

export function fullLine(item: SubscriptionItem): LineDraft {
  const name = item.price.nickname ?? item.price.lookup_key ?? item.price.id
  return {
    amount: amountOf(item),
    description: `${item.quantity ?? 1} × ${name}`,
    item,
    period: periodOf(item),
    proration: false,
  }
}

function linesOf(
  before: SubscriptionItem,
  after: SubscriptionItem,
  { prorates, restarts, now }: PlanChange & { restarts: boolean; now: number },
): LineDraft[] {
  const left = share(before, now)
  const unused: LineDraft = {
    amount: -Math.round(amountOf(before) * left),
    description: 'Unused time',
    item: before,
    period: { start: now, end: before.current_period_end },
    proration: true,
  }
  if (restarts) return prorates ? [unused, fullLine(after)] : [fullLine(after)]
  if (!prorates || before.price.id === after.price.id) return []
  const remaining: LineDraft = {
    amount: Math.round(amountOf(after) * left),
    description: 'Remaining time',
    item: after,
    period: { start: now, end: after.current_period_end },
    proration: true,
  }
  return [unused, remaining]
}

function withPrice(item: SubscriptionItem, price: Price, period: Period): SubscriptionItem {
  return {
    ...item,
    price,
    plan: planOf(price),
    current_period_start: period.start,
    current_period_end: period.end,
  }
}

/** How much of the item's period is still to come, between 0 and 1. */
function share(item: SubscriptionItem, now: number): number {
  const { start, end } = periodOf(item)
  return Math.min(1, Math.max(0, (end - now) / (end - start)))
}

function amountOf(item: SubscriptionItem): number {
  return (item.price.unit_amount ?? 0) * (item.quantity ?? 1)
}

function intervalOf(price: Price): string {
  return `${price.recurring?.interval_count} ${price.recurring?.interval}`
}
