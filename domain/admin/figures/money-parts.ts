/**
 * The parts of the money page, in the order of its tabs. A separate file, so that the screen does
 * not import queries.
 */
export const moneyParts = ['refunds', 'open', 'disputes', 'events'] as const
export type MoneyPart = (typeof moneyParts)[number]
