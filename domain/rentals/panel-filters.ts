/** Which rentals the panel shows, in the order of its tabs. */
export const panelFilters = ['action', 'out', 'due', 'late', 'done', 'all'] as const
export type PanelFilter = (typeof panelFilters)[number]
