import { accounts } from './accepted/accounts.ts'
import { calendar } from './accepted/calendar.ts'
import { checkout } from './accepted/checkout.ts'
import { credits } from './accepted/credits.ts'
import { deposits } from './accepted/deposits.ts'
import { disputes } from './accepted/disputes.ts'
import { giftCodes } from './accepted/gift-codes.ts'
import { lateReturns } from './accepted/late-returns.ts'
import { payoutsA } from './accepted/payouts-a.ts'
import { payoutsB } from './accepted/payouts-b.ts'
import type { Accepted } from './accepted/reasons.ts'
import { refunds } from './accepted/refunds.ts'
import { rentalsToL } from './accepted/rentals-a-to-l.ts'
import { rentalsFromM } from './accepted/rentals-m-to-z.ts'
import { rentalListsFromM } from './accepted/rentals-m-to-z-lists.ts'
import { shared } from './accepted/shared.ts'
import { subscriptions } from './accepted/subscriptions.ts'

/** Survivors that no test has to kill. */
export const accepted: readonly Accepted[] = [
  ...accounts,
  ...calendar,
  ...checkout,
  ...credits,
  ...deposits,
  ...disputes,
  ...giftCodes,
  ...lateReturns,
  ...payoutsA,
  ...payoutsB,
  ...refunds,
  ...rentalsToL,
  ...rentalsFromM,
  ...rentalListsFromM,
  ...shared,
  ...subscriptions,
]
