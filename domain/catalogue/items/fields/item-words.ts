// The closed lists of an item's attributes (spec 3.3). Closets and admins choose from different
// lists; groups follow the closets' lists and collect the rest under Other.

/** Characters of a title. */
export const MAX_TITLE = 120

export const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const

/** The first and the last US number of each size. */
export const usNumbers: Readonly<Record<(typeof sizes)[number], readonly [number, number]>> = {
  XS: [0, 2],
  S: [4, 6],
  M: [8, 10],
  L: [12, 14],
  XL: [16, 18],
  XXL: [20, 22],
}

/** What is added to a US number in other countries. */
export const addedToUs = { UK: 4, EU: 32 } as const

export const businessStyles = [
  'Casual',
  'Formal',
  'Bohemian',
  'Vintage',
  'Modern',
  'Classic',
] as const
export const businessEventTypes = [
  'Wedding',
  'Party',
  'Business',
  'Date Night',
  'Vacation',
  'Special Occasion',
] as const

export const adminStyles = [
  'Casual',
  'Formal',
  'Boho',
  'Streetwear',
  'Vintage',
  'Minimalist',
] as const
export const adminEventTypes = [
  'Wedding',
  'Party',
  'Business',
  'Casual',
  'Cocktail',
  'Formal',
] as const

/** The groups of each browse page, in the order shown; `OTHER` follows when it has items. */
export const fixedGroups = {
  style: businessStyles,
  occasion: businessEventTypes,
  size: sizes,
} as const

export const OTHER = 'Other'

/** A value where nothing beside it names its list: 'Silk', but 'Other fabric'. */
export const valueAlone = (value: string, label: string) =>
  value === OTHER ? `${OTHER} ${label.toLowerCase()}` : value

export const NO_LOCATION = 'Location not specified'
