/**
 * The one-time pack (spec 7.1), apart from the catalogue because every list of items shows its
 * price.
 */
export const PACK_PRICE = { priceCents: 5000, credits: 50 } as const

/** Bought credits expire this many months after payment. */
export const PACK_MONTHS = 3

/** The buyer's share of a gift's credits; the rest is the friend's. */
export const GIFT_HALF = 50

/** What a dollar buys as a pack. */
export const CREDITS_PER_DOLLAR = (PACK_PRICE.credits * 100) / PACK_PRICE.priceCents
