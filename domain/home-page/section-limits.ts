// Pure: the browser uses it too.

/** The number of sections is bounded. */
export const MAX_SECTIONS = 30
/** How many items a carousel shows (spec 13.1). */
export const carouselItems = { least: 1, max: 20, usual: 8 } as const
/** The grid of logos is bounded, far above the brands of a real shop. */
export const MAX_LOGOS = 500
export const LONGEST_LINE = 300
export const LONGEST_TEXT = 20_000
