/** 'unpaid': in no transfer. */
export const earningFilters = ['all', 'unpaid'] as const
export type EarningFilter = (typeof earningFilters)[number]
