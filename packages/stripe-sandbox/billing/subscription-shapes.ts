import { newId } from '#sandbox/core/ids.ts'
import type {
  Plan,
  Price,
  Subscription,
  SubscriptionData,
  SubscriptionItem,
} from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'

export type Period = { start: number; end: number }

export function subscriptionShape(facts: {
  id: string
  now: number
  customer: string
  paymentMethod: string | null
  data: SubscriptionData
  items: SubscriptionItem[]
}): Subscription {
  const { id, now, data, items } = facts
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: items[0]?.price.currency ?? 'usd',
    customer: facts.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: facts.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: data.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: data.metadata ?? {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  }
}

export function itemShape(facts: {
  now: number
  subscription: string
  price: Price
  quantity: number
  period: Period
}): SubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: facts.now,
    current_period_end: facts.period.end,
    current_period_start: facts.period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(facts.price),
    price: facts.price,
    quantity: facts.quantity,
    subscription: facts.subscription,
    tax_rates: [],
  }
}

/** The older name and format of a recurring price, which items still contain. */
export function planOf(price: Price): Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
