import { counted } from '#domain/shared/figures.ts'
import { PACK_MONTHS } from './pack-price.ts'

/**
 * Follows 'credits from': 'a pack or a gift expire 3 months after the purchase', or one clause each
 * when gifts last longer or shorter; null means that they never expire.
 */
export function purchaseExpiry(giftMonths: number | null): string {
  const pack = counted(PACK_MONTHS, 'month')
  if (giftMonths === PACK_MONTHS) return `a pack or a gift expire ${pack} after the purchase`
  const gift = giftMonths === null ? 'never expire' : `${counted(giftMonths, 'month')} after it`
  return `a pack expire ${pack} after the purchase, and credits from a gift ${gift}`
}

/** Follows the description of a gift. */
export function giftExpiry(giftMonths: number | null): string {
  if (giftMonths === null) return 'They never expire.'
  return `They expire ${counted(giftMonths, 'month')} after purchase.`
}
