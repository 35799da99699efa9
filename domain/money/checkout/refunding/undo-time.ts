/** How long a buyer can undo the purchase of packs whose credits are all unused. */
export const UNDO_PURCHASE_HOURS = 24

/** When the time to undo a purchase that was paid at `paidAt` is over. */
export function undoPurchaseEnd(paidAt: Date): Date {
  return new Date(paidAt.getTime() + UNDO_PURCHASE_HOURS * 3_600_000)
}
