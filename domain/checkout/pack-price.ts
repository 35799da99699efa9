/** The one-time pack (spec 7.1), apart from the catalogue: every list of items shows its price. */
export const PACK_PRICE = { priceCents: 5000, credits: 50 } as const
