import type Stripe from 'stripe'
import { newId } from '#sandbox/core/ids.ts'

type Account = Stripe.Account

export type NewAccount = {
  country?: string
  email?: string | null
  business_type?: 'company' | 'individual'
  business_profile?: { name?: string; product_description?: string; url?: string }
  metadata: Record<string, string>
  /** Whether it requests the capability to receive transfers. */
  transfers: boolean
}

const NEEDED = ['external_account', 'individual.first_name', 'individual.last_name']

/** A new account with an Express dashboard, for which the platform pays fees and losses. */
export function accountShape(now: number, given: NewAccount): Account {
  const profile = given.business_profile ?? {}
  return {
    id: newId('acct', 16),
    object: 'account',
    business_profile: {
      mcc: null,
      minority_owned_business_designation: null,
      name: profile.name ?? null,
      product_description: profile.product_description ?? null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: profile.url ?? null,
    },
    business_type: given.business_type ?? null,
    capabilities: given.transfers ? { transfers: 'inactive' } : {},
    // Charges require the capability to take card payments, which the sandbox does not offer.
    charges_enabled: false,
    controller: {
      fees: { payer: 'application' },
      is_controller: true,
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
      type: 'application',
    },
    country: given.country ?? 'US',
    created: now,
    default_currency: 'usd',
    details_submitted: false,
    email: given.email ?? null,
    metadata: given.metadata,
    payouts_enabled: false,
    requirements: requirementsOf({ due: NEEDED, disabledReason: 'requirements.past_due' }),
    type: 'none',
  }
}

type RequirementsState = {
  due?: string[]
  disabledReason: Stripe.Account.Requirements.DisabledReason | null
  errors?: Stripe.Account.Requirements.Error[]
}

/** What Stripe still needs; everything in `due` is overdue as well. */
export function requirementsOf({
  due = [],
  disabledReason,
  errors = [],
}: RequirementsState): Account['requirements'] {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: disabledReason,
    errors,
    eventually_due: due,
    past_due: due,
    pending_verification: [],
  }
}
