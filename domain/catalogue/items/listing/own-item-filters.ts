/** Filters of a closet's items, in the order of the tabs. */
export const ownItemFilters = [
  'all',
  'available',
  'rented',
  'paused',
  'needs-photo',
  'pending',
  'denied',
  'never-rented',
] as const
export type OwnItemFilter = (typeof ownItemFilters)[number]

export const ownItemSorts = ['newest', 'title', 'price-low', 'price-high', 'most-rented'] as const
export type OwnItemSort = (typeof ownItemSorts)[number]

/** Whether this list has all items, however many, in the order of an index. */
export function hasEveryItem(q: string, filter: OwnItemFilter, sort: OwnItemSort): boolean {
  return q.trim() === '' && filter === 'all' && sort === 'newest'
}
