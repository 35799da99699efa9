import type Stripe from 'stripe'
import { type PlanChange, periodEndOf, prorationOf } from '#sandbox/billing/changes.ts'
import { previewInvoice } from '#sandbox/billing/previews.ts'
import type { Price, Subscription, SubscriptionItem } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { find, type Stored } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'

type Configuration = Stripe.BillingPortal.Configuration

/** Another plan that the portal offers. */
export type PlanChoice = {
  price: Price
  change: PlanChange
  /** When it starts: at once, with this amount to pay, or at the end of the paid period. */
  begins: { at: 'once'; dueNow: number } | { at: 'period_end'; on: number }
}

/** The prices that the configuration offers besides the current one, cheapest first. */
export async function planChoices(
  work: Work,
  configuration: Configuration,
  stored: Stored<'subscription'>,
): Promise<PlanChoice[]> {
  const [item] = stored.body.items.data
  const { enabled, products } = configuration.features.subscription_update
  if (!enabled || !item) return []
  const offered = products?.find(({ product }) => product === idOf(item.price.product))
  const choices: PlanChoice[] = []
  for (const id of offered?.prices ?? []) {
    const price = await find(work, 'price', id)
    if (!price?.body.active || price.deleted || id === item.price.id) continue
    choices.push(await choiceOf(work, configuration, stored, item, price.body))
  }
  return choices.sort((a, b) => (a.price.unit_amount ?? 0) - (b.price.unit_amount ?? 0))
}

async function choiceOf(
  work: Work,
  configuration: Configuration,
  stored: Stored<'subscription'>,
  item: SubscriptionItem,
  price: Price,
): Promise<PlanChoice> {
  const change = changeTo(configuration, item, price)
  if (waits(configuration, item.price, price)) {
    return { price, change, begins: { at: 'period_end', on: periodEndOf(stored.body) } }
  }
  const { amount_due } = await previewInvoice(work, stored, change)
  const bills = change.proration === 'always_invoice' || change.anchorNow
  return { price, change, begins: { at: 'once', dueNow: bills ? amount_due : 0 } }
}

function changeTo(configuration: Configuration, item: SubscriptionItem, price: Price): PlanChange {
  const { billing_cycle_anchor, proration_behavior } = configuration.features.subscription_update
  return {
    items: new Map([[item.id, { price, quantity: item.quantity ?? 1 }]]),
    anchorNow: billing_cycle_anchor === 'now',
    proration: prorationOf(proration_behavior),
  }
}

/** Whether the configuration schedules such a change for the end of the period. */
function waits(configuration: Configuration, from: Price, to: Price): boolean {
  const { conditions } = configuration.features.subscription_update.schedule_at_period_end
  return conditions.some(({ type }) =>
    type === 'shortening_interval'
      ? daysOf(to) < daysOf(from)
      : (to.unit_amount ?? 0) < (from.unit_amount ?? 0),
  )
}

const daysIn: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 }

function daysOf({ recurring }: Price): number {
  return (daysIn[recurring?.interval ?? 'day'] ?? 1) * (recurring?.interval_count ?? 1)
}

/** The plan that starts at the end of the period, if there is one. */
export async function waitingPlan(
  work: Work,
  subscription: Subscription,
): Promise<Price | undefined> {
  const id = idOf(subscription.schedule)
  const schedule = id === null ? undefined : await find(work, 'subscription_schedule', id)
  const end = periodEndOf(subscription)
  const next = schedule?.body.phases.find(({ start_date }) => start_date === end)
  const price = idOf(next?.items[0]?.price)
  return price === null ? undefined : (await find(work, 'price', price))?.body
}
