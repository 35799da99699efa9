/** The period over which the value of a spent credit is measured. */
export const VALUE_DAYS = 90
