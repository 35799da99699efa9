/** Filters of the admins' listings. */
export const listingFilters = ['all', 'free', 'rented', 'paused'] as const
export type ListingFilter = (typeof listingFilters)[number]
