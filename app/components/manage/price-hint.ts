import { dollars } from '#domain/shared/cents.ts'
import { creditsPerWeek, showNumber } from '#domain/shared/credits.ts'
import { creditsPerDayFromWeek } from '#domain/shared/rental-price.ts'

/**
 * How a weekly price is shown: rounded up to a multiple of seven (spec 4.1), and what a closet earns
 * for it; 0 cents where nobody is paid.
 */
export function priceHint(typed: string, centsPerCredit = 0): string {
  if (!/^\d{1,4}$/.test(typed)) return 'Rounded up to a multiple of 7: 10 becomes 14.'
  const shown = creditsPerWeek(creditsPerDayFromWeek(Number(typed)))
  const earned = shown * centsPerCredit
  const price =
    shown === Number(typed)
      ? `Shown as ${showNumber(shown)} credits per week.`
      : `Prices are set per day, so ${showNumber(Number(typed))} becomes ${showNumber(shown)} credits per week.`
  return `${price}${earned > 0 ? ` You earn ${dollars(earned)} a week.` : ''}`
}
