import type Stripe from 'stripe'
import { newId } from '#sandbox/core/ids.ts'
import type { Price, Subscription } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'

type Schedule = Stripe.SubscriptionSchedule
type Phase = Stripe.SubscriptionSchedule.Phase

export type PhaseDraft = {
  items: { price: Price; quantity: number }[]
  start: number
  end: number
  proration: Phase['proration_behavior']
  metadata: Record<string, string>
}

export function scheduleShape(facts: {
  now: number
  subscription: Subscription
  phase: PhaseDraft
  endBehavior: Schedule['end_behavior']
  metadata: Record<string, string>
}): Schedule {
  const { now, subscription, phase } = facts
  return {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: now,
    current_phase: { start_date: phase.start, end_date: phase.end },
    customer: idOf(subscription.customer) ?? '',
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: idOf(subscription.default_payment_method),
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: facts.endBehavior,
    livemode: false,
    metadata: facts.metadata,
    pause_schedules: [],
    phases: [phaseShape(phase, subscription.currency)],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: subscription.test_clock,
  }
}

export function phaseShape(phase: PhaseDraft, currency: string): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: phase.end,
    invoice_settings: null,
    items: phase.items.map(({ price, quantity }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price.id,
      price: price.id,
      quantity,
      tax_rates: [],
    })),
    metadata: phase.metadata,
    on_behalf_of: null,
    proration_behavior: phase.proration,
    start_date: phase.start,
    transfer_data: null,
    trial_end: null,
  }
}
