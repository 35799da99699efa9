/** Which rentals the panel shows, in the order of its tabs. Every live rental is in one besides all. */
export const panelFilters = ['action', 'upcoming', 'out', 'due', 'late', 'done', 'all'] as const
export type PanelFilter = (typeof panelFilters)[number]

/** How many rentals a tab holds; null where counting them would take too long. */
export type PanelCounts = Readonly<Record<PanelFilter, number | null>>
