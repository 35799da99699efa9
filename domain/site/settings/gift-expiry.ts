import { counted } from '#domain/shared/figures.ts'

/** Five years, the minimum in US law for gifts that are sold (12 CFR 1005.20). */
const LAWFUL_MONTHS = 60

/** A warning for shops that sell gifts for real money; null when the credits last long enough. */
export function giftExpiryWarning(giftMonths: number): string | null {
  if (giftMonths >= LAWFUL_MONTHS) return null
  return `Gift credits expire after ${counted(giftMonths, 'month')}; US law (12 CFR 1005.20) asks for five years for gifts that are sold.`
}
