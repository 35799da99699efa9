export const MAX_ENTRIES_PER_ITEM = 20
export const MAX_ENTRIES_PER_SHOPPER = 5
/** After this many expired or left offers for an item, a shopper cannot wait for it again. */
export const MAX_UNUSED_OFFERS = 2
