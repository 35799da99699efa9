/** The tabs of the panel's list of rentals, in order. Every live rental is in one besides "all". */
export const panelFilters = ['action', 'upcoming', 'out', 'due', 'late', 'done', 'all'] as const
export type PanelFilter = (typeof panelFilters)[number]

/** How many rentals a tab has; null when counting them would take too long. */
export type PanelCounts = Readonly<Record<PanelFilter, number | null>>

/** With more rentals, a search with many matches covers only the newest ones, and says so. */
export const MAX_RENTALS_SEARCHED = 10_000
