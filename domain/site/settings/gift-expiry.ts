import { counted } from '#domain/shared/figures.ts'

/** Five years, the minimum in US law for gifts that are sold (12 CFR 1005.20). */
export const LAWFUL_MONTHS = 60

/** A warning for shops that sell gifts for real money; null when the credits last long enough. */
export function giftExpiryWarning(giftMonths: number | null): string | null {
  if (giftMonths === null || giftMonths >= LAWFUL_MONTHS) return null
  return `Gift credits expire after ${counted(giftMonths, 'month')}; US law (12 CFR 1005.20) asks for five years for gifts that are sold.`
}

/** Why a shop that charges money must not open with this setting, and how to decide; null: it may. */
export function giftExpiryRefusal(giftMonths: number | null, minMonths: number): string | null {
  if (giftMonths === null || giftMonths >= minMonths) return null
  return `${giftExpiryWarning(giftMonths)} Set SHORT_GIFT_EXPIRY to a sentence that says why this is lawful for your shop; or start with it, set at least ${LAWFUL_MONTHS} months, or that gift credits never expire, on “Site Layout”, and remove it again.`
}
