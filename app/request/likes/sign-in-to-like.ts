/** The message for a visitor who clicks Like (spec 3.5). */
export const SIGN_IN_TO_LIKE = 'Please sign in to like items.'
