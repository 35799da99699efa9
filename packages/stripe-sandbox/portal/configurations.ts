import type Stripe from 'stripe'
import type { Work } from '#sandbox/core/work.ts'

type Configuration = Stripe.BillingPortal.Configuration
type Features = Configuration['features']

/** The optional settings of each feature. */
export type GivenFeatures = { [K in keyof Features]?: Partial<Features[K]> }

/** A configuration with all features disabled. */
export function configurationShape(work: Work, id: string): Configuration {
  return {
    id,
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: work.now,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: false },
      payment_method_update: { enabled: false, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: {
          enabled: false,
          feedback_options: null,
          options: [
            'too_expensive',
            'missing_features',
            'switched_service',
            'unused',
            'customer_service',
            'too_complex',
            'low_quality',
            'other',
          ],
        },
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: {
        duration: { interval_options: [], type: 'indefinite' },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        products: [],
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: work.now,
  }
}

/** The features after some of their settings were changed. */
export function mergeFeatures(before: Features, given: GivenFeatures = {}): Features {
  return {
    customer_update: { ...before.customer_update, ...given.customer_update },
    invoice_history: { ...before.invoice_history, ...given.invoice_history },
    payment_method_update: { ...before.payment_method_update, ...given.payment_method_update },
    subscription_cancel: { ...before.subscription_cancel, ...given.subscription_cancel },
    subscription_pause: before.subscription_pause,
    subscription_update: { ...before.subscription_update, ...given.subscription_update },
  }
}
