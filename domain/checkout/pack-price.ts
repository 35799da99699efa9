/** The one-time pack (spec 7.1), apart from the catalogue: every list of items shows its price. */
export const PACK_PRICE = { priceCents: 5000, credits: 50 } as const

/** Bought credits expire this many months after payment. */
export const PACK_MONTHS = 3

/** Of a gift's credits, these are the buyer's own; the rest is the friend's. */
export const GIFT_HALF = 50
