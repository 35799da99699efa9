/** An application shows 1 to 8 outfits. */
export const MAX_OUTFIT_PHOTOS = 8
