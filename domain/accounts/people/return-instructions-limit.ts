/** The longest return instructions of a closet, in characters. */
export const MAX_INSTRUCTIONS_CHARACTERS = 500
