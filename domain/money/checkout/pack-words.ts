import { counted } from '#domain/shared/figures.ts'
import { PACK_MONTHS } from './pack-price.ts'

/**
 * Follows 'credits from': 'a pack or a gift expire 3 months after the purchase', or one clause each
 * when gifts last longer or shorter.
 */
export function purchaseExpiry(giftMonths: number): string {
  const pack = counted(PACK_MONTHS, 'month')
  return giftMonths === PACK_MONTHS
    ? `a pack or a gift expire ${pack} after the purchase`
    : `a pack expire ${pack} after the purchase, and credits from a gift ${counted(giftMonths, 'month')} after it`
}

/** Follows the description of a gift. */
export function giftExpiry(giftMonths: number): string {
  return `They expire ${counted(giftMonths, 'month')} after purchase.`
}
