/** In characters, as people count them. */
export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 128
