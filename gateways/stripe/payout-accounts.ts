import type Stripe from 'stripe'
import { fingerprint } from './fingerprint.ts'
import type { StripeClient } from './stripe-client.ts'
import { isAccountGone } from './stripe-errors.ts'

/** The state at Stripe of the account of a person whom we pay. */
export type PayoutAccountState = {
  readonly id: string
  /** It can take card payments itself; our accounts do not request that. */
  readonly chargesEnabled: boolean
  /** Its balance can be paid out to its bank account. */
  readonly payoutsEnabled: boolean
  /** It can receive transfers from us. */
  readonly receivesTransfers: boolean
  /** Its owner has completed onboarding once; only then is there a dashboard. */
  readonly detailsSubmitted: boolean
  /** What Stripe needs now, in Stripe's terms, such as 'individual.verification.document'. */
  readonly due: readonly string[]
  /** Stripe's reason, such as 'requirements.past_due' or 'rejected.fraud'; null while it works. */
  readonly disabledReason: string | null
}

export type PayoutAccountCalls = {
  /**
   * Creates an Express account for a person and returns its id. The same call within a day returns
   * the same account; later ones create another, so the id has to be stored. `replaces` is the
   * person's former account, which has disconnected from us.
   */
  readonly createPayoutAccount: (person: {
    readonly userId: string
    readonly email: string
    readonly replaces?: string | null
  }) => Promise<string>
  /** The account's current state; null when it is unknown or has disconnected from us. */
  readonly readPayoutAccount: (account: string) => Promise<PayoutAccountState | null>
  /**
   * The address of Stripe's onboarding form, valid once and for a few minutes: redirect to it, and
   * never store or log it. Stripe redirects an expired one to `refreshUrl`. The addresses given are
   * absolute. Throws `StripeRefused` (`account_invalid`) when the account has disconnected.
   */
  readonly openOnboarding: (link: {
    readonly account: string
    readonly returnUrl: string
    readonly refreshUrl: string
  }) => Promise<string>
  /**
   * The address of the account's dashboard, to be used at once like an onboarding link. Throws
   * `StripeRefused` before onboarding, and when the account has disconnected.
   */
  readonly openDashboard: (account: string) => Promise<string>
}

export function payoutAccountCalls({ stripe, call }: StripeClient): PayoutAccountCalls {
  return {
    createPayoutAccount: ({ userId, email, replaces }) =>
      call(async () => {
        const account = await stripe.accounts.create(
          {
            controller: {
              fees: { payer: 'application' },
              losses: { payments: 'application' },
              requirement_collection: 'stripe',
              stripe_dashboard: { type: 'express' },
            },
            capabilities: { transfers: { requested: true } },
            email,
            metadata: { user_id: userId },
          },
          // An idempotency key must not be reused with other values, and addresses change.
          { idempotencyKey: `payout-account:${userId}:${fingerprint(email, replaces ?? '')}` },
        )
        return account.id
      }),

    readPayoutAccount: (account) =>
      call(async () => {
        try {
          return toState(await stripe.accounts.retrieve(account))
        } catch (error) {
          if (isAccountGone(error)) return null
          throw error
        }
      }),

    openOnboarding: ({ account, returnUrl, refreshUrl }) =>
      call(async () => {
        const link = await stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
        })
        return link.url
      }),

    openDashboard: (account) =>
      call(async () => (await stripe.accounts.createLoginLink(account)).url),
  }
}

function toState(account: Stripe.Account): PayoutAccountState {
  return {
    id: account.id,
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    receivesTransfers: account.capabilities?.transfers === 'active',
    detailsSubmitted: account.details_submitted,
    due: account.requirements?.currently_due ?? [],
    disabledReason: account.requirements?.disabled_reason ?? null,
  }
}
