/** An application has 1 to 8 photos of outfits. */
export const MAX_OUTFIT_PHOTOS = 8
