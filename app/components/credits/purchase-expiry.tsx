import { useShell } from '#app/components/viewer/use-shell.ts'
import { purchaseExpiry } from '#domain/money/checkout/pack-words.ts'

/** When the credits of packs and gifts expire; comes after 'credits from'. */
export function PurchaseExpiry() {
  return purchaseExpiry(useShell().giftMonths)
}
