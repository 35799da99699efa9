import type { MonthOfCredits } from '#domain/admin/figures/credit-figures.ts'

/** The cents that a credit spent in a month brought; null when more was returned than spent. */
export function centsPerCredit({ spent, broughtCents }: MonthOfCredits): number | null {
  return spent > 0 ? Math.max(0, broughtCents / spent) : null
}
