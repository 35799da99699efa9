// Pure: the browser uses it too.

/** The most sections of the home page. */
export const MAX_SECTIONS = 30
/** How many items a carousel shows (spec 13.1). */
export const carouselItems = { least: 1, max: 20, usual: 8 } as const
/** The most logos in the grid of brands; a real shop has far fewer. */
export const MAX_LOGOS = 500
export const MAX_LINE_LENGTH = 300
export const MAX_TEXT_LENGTH = 20_000
