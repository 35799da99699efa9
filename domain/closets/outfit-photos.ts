/** An application shows 1 to 8 outfits. */
export const MOST_OUTFIT_PHOTOS = 8
