import { shortDollars } from '#domain/shared/cents.ts'

/** The one-time deposit (spec 6.1). */
export const DEPOSIT_CENTS = 5000

/** The price as text: $50. */
export const DEPOSIT_PRICE = shortDollars(DEPOSIT_CENTS)

export const DEPOSIT_NEEDED = `A ${DEPOSIT_PRICE} refundable deposit is required to rent items.`
