import type Stripe from 'stripe'
import { requirementsOf } from './account-shapes.ts'

type Account = Stripe.Account

export type Outcome = 'missing' | 'refused' | 'verified'

/** The names that decide how onboarding ends; every other name is verified. */
export const decidingNames = {
  missing: 'Mia Missing',
  refused: 'Rob Refused',
} as const satisfies Partial<Record<Outcome, string>>

/** The account numbers of the onboarding page, as in Stripe's test mode. */
export const bankAccounts = { works: '000123456789', fails: '000111111116' } as const

export function outcomeOf(name: string): Outcome {
  const typed = name.trim().toLowerCase()
  if (typed === decidingNames.missing.toLowerCase()) return 'missing'
  return typed === decidingNames.refused.toLowerCase() ? 'refused' : 'verified'
}

/** The account after its details were checked with this outcome. */
export function withOutcome(account: Account, outcome: Outcome): Account {
  const verified = outcome === 'verified'
  return {
    ...account,
    details_submitted: true,
    payouts_enabled: verified,
    capabilities: account.capabilities?.transfers
      ? { transfers: verified ? 'active' : 'inactive' }
      : {},
    requirements: requirementsOf(requirementsFor[outcome]),
  }
}

/** The bank has returned a payout: none is made until another bank account is named. */
export function withoutBankAccount(account: Account): Account {
  return {
    ...account,
    payouts_enabled: false,
    requirements: requirementsOf({
      due: ['external_account'],
      disabledReason: 'requirements.past_due',
    }),
  }
}

const requirementsFor: Record<Outcome, Parameters<typeof requirementsOf>[0]> = {
  verified: { disabledReason: null },
  missing: {
    due: ['individual.verification.document'],
    disabledReason: 'requirements.past_due',
    errors: [
      {
        code: 'verification_document_not_uploaded',
        reason: 'Upload a photo of an identity document.',
        requirement: 'individual.verification.document',
      },
    ],
  },
  refused: { disabledReason: 'rejected.other' },
}
