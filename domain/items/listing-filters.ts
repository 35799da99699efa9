/** Which of the admins' own listings are shown. */
export const listingFilters = ['all', 'free', 'rented', 'paused'] as const
export type ListingFilter = (typeof listingFilters)[number]
