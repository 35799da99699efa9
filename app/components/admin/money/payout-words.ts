import type { PayoutAccountState } from '#db/enums.ts'
import type { OpenDifference } from '#domain/money/payouts/transfers/transfer-differences.ts'
import { dollars } from '#domain/shared/cents.ts'

export const ACCOUNT_STATE_WORDS = {
  incomplete: 'Not set up completely',
  in_review: 'In review at Stripe',
  ready: 'Ready',
  restricted: 'Restricted by Stripe',
  gone: 'Disconnected',
} as const satisfies Record<PayoutAccountState, string>

const FAILURES: Readonly<Record<string, string>> = {
  insufficient_capabilities_for_transfer: 'Stripe does not accept transfers to this account',
  resource_missing: 'Stripe does not know this account',
  account_invalid: 'This account has disconnected from us',
}

/** A sentence for a failure code of Stripe; other texts are returned unchanged. */
export function transferFailure(code: string): string {
  return FAILURES[code] ?? (/^[a-z_]+$/.test(code) ? code.replaceAll('_', ' ') : code)
}

type Difference = Pick<OpenDifference, 'kind' | 'ourCents' | 'stripeCents'>

export function differenceWords({ kind, ourCents, stripeCents }: Difference): string {
  const ours = dollars(ourCents ?? 0)
  const theirs = dollars(stripeCents ?? 0)
  switch (kind) {
    case 'missing':
      return `We recorded a transfer of ${ours} that Stripe does not list.`
    case 'unknown':
      return `Stripe lists a transfer of ${theirs} that we have no record of.`
    case 'amount':
      return `We recorded ${ours}, and Stripe transferred ${theirs}.`
    case 'account':
      return `Stripe transferred ${theirs} to another account than the one we recorded.`
    case 'not_made':
      return `We recorded a transfer of ${ours} as failed, and Stripe made it.`
    case 'earnings':
      return `The transfer is ${ours}, and its earnings are ${theirs}.`
  }
}

export const NO_CONNECT =
  'Stripe Connect is not set up, so no closet is paid: no run begins, and pending transfers wait. Run npm run stripe:setup and set STRIPE_CONNECT_WEBHOOK_SECRET.'
