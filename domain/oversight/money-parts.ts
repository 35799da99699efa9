/** The parts of the money page, in the order of its tabs. Its own file: the screen takes no queries. */
export const moneyParts = ['refunds', 'open', 'disputes', 'events'] as const
export type MoneyPart = (typeof moneyParts)[number]
