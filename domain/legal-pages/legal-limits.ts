/** The longest legal text, in characters. */
export const MAX_LEGAL_CHARACTERS = 50_000
