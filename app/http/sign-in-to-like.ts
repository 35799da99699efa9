/** What a visitor who likes is told (shopper §8). */
export const SIGN_IN_TO_LIKE = 'Please sign in to like items.'
