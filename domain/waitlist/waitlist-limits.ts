export const MAX_ENTRIES_PER_ITEM = 20
export const MAX_ENTRIES_PER_SHOPPER = 5
/** After so many offers for one item that expired or that they left, a shopper cannot wait for it again. */
export const MAX_UNUSED_OFFERS = 2
