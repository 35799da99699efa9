/** The end of a rental's id, by which people name it: '3F9A12BC'. */
export const rentalNumber = (id: string): string => id.slice(-NUMBER_LENGTH).toUpperCase()

/** How many characters of the id are its number; the index `rentals_by_number` has as many. */
export const NUMBER_LENGTH = 8
