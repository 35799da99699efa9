import type { PlanType } from '#db/enums.ts'
import { dollars, shortDollars } from '#domain/shared/cents.ts'
import { counted } from '#domain/shared/figures.ts'
import { CREDITS_A_MONTH, LOT_LIFETIME_MONTHS, plans } from './plans.ts'

/** How much less the annual plan costs than twelve months of the monthly plan. */
export const ANNUAL_SAVING = shortDollars(
  12 * plans.subscription_monthly.priceCents - plans.subscription_annual.priceCents,
)

/** '30 credits per month'. */
export const MONTHLY_CREDITS = `${CREDITS_A_MONTH} credits per month`

/** 'Credits roll over 1 month': the month in which they were granted does not count. */
export const ROLLOVER = `Credits roll over ${counted(LOT_LIFETIME_MONTHS - 1, 'month')}`

/** The same beside credits of other kinds. */
export const PLAN_ROLLOVER = ROLLOVER.replace('Credits', 'Credits from a plan')

export const PLAN_NAMES = {
  subscription_monthly: 'Monthly plan',
  subscription_annual: 'Annual plan',
} as const satisfies Record<PlanType, string>

/** What one payment pays for. */
export const PLAN_PERIODS = {
  subscription_monthly: 'month',
  subscription_annual: 'year',
} as const satisfies Record<PlanType, string>

/** The terms of automatic renewal, beside each button that begins a plan. */
export const RENEWAL_TERMS = {
  subscription_monthly: `The plan renews at ${dollars(plans.subscription_monthly.priceCents)} a month until you cancel.`,
  subscription_annual: `The yearly plan renews at ${dollars(plans.subscription_annual.priceCents)} a year until you cancel.`,
} as const satisfies Record<PlanType, string>
