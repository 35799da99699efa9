import type { PayoutAccountState } from '#db/enums.ts'
import type { PayoutAccountState as AccountAtStripe } from '#gateways/stripe/payout-accounts.ts'

/** Our state for an account at Stripe; null is an account that Stripe no longer lets us read. */
export function stateOf(account: AccountAtStripe | null): PayoutAccountState {
  if (!account) return 'gone'
  if (account.receivesTransfers && account.payoutsEnabled) return 'ready'
  const reason = account.disabledReason ?? ''
  if (reason.startsWith('rejected.')) return 'restricted'
  if (!account.detailsSubmitted || account.due.length > 0) return 'incomplete'
  return IN_REVIEW.has(reason) ? 'in_review' : 'restricted'
}

/** Stripe is checking what it has; nothing to do for the closet. '' is an account just created. */
const IN_REVIEW: ReadonlySet<string> = new Set([
  '',
  'under_review',
  'requirements.pending_verification',
])
