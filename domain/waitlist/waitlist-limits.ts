export const MAX_ENTRIES_PER_ITEM = 20
export const MAX_ENTRIES_PER_SHOPPER = 5
/** After so many expired offers for one item, a shopper cannot wait for it again. */
export const MAX_EXPIRED_OFFERS = 2
