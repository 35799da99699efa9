/** How many cities can be active at once: a bound on the list in the application form. */
export const MAX_ACTIVE_CITIES = 1000
