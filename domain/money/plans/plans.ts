import type { PlanType } from '#db/enums.ts'

/** The credits of every paid month of either plan (spec 9.1). */
export const CREDITS_A_MONTH = 30

/** A month's credits expire this many months after its start, so they roll over one month. */
export const LOT_LIFETIME_MONTHS = 2

export type Plan = {
  readonly type: PlanType
  readonly priceCents: number
  /** Identifies the price at Stripe. */
  readonly lookupKey: string
}

export const plans = {
  subscription_monthly: {
    type: 'subscription_monthly',
    priceCents: 2000,
    lookupKey: 'hemline_monthly',
  },
  subscription_annual: {
    type: 'subscription_annual',
    priceCents: 20_000,
    lookupKey: 'hemline_annual',
  },
} as const satisfies Record<PlanType, Plan>

/** The months that one payment of a plan pays for. */
export const MONTHS_PAID = {
  subscription_monthly: 1,
  subscription_annual: 12,
} as const satisfies Record<PlanType, number>
