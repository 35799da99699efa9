/** In characters, not code units. */
export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 128
