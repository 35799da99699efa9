import { eachChoice, itemChoices } from '#domain/catalogue/items/fields/item-fields.ts'
import { fixedGroups, OTHER, sizes } from '#domain/catalogue/items/fields/item-words.ts'
import { recordOf } from '#domain/shared/records.ts'

// The filters of /search. Values of one facet are alternatives; facets narrow each other.

/** The facets in the order of an address. A brand is its id, a city is 'Austin, TX'. */
export const facets = [
  'size',
  'style',
  'occasion',
  ...itemChoices.map(({ field }) => field),
  'brand',
  'city',
] as const
export type Facet = (typeof facets)[number]

/** The names of the facets in an address and a form. */
export const facetParameters = recordOf(
  facets,
  (facet): string => itemChoices.find(({ field }) => field === facet)?.filter ?? facet,
)

/** What is counted by value: the facets, the price, and what is accepted at once. */
export const countedNames = [...facets, 'maxPrice', 'instant'] as const
export type Counted = (typeof countedNames)[number]

/** The values of the facets that are closed lists, in the order shown. */
export const facetValues = {
  size: [...sizes, OTHER],
  style: [...fixedGroups.style, OTHER],
  occasion: [...fixedGroups.occasion, OTHER],
  ...eachChoice(({ values }): readonly [string, ...string[]] => values),
} as const satisfies Partial<Record<Facet, readonly string[]>>

/** Highest prices to choose from, in credits a week. */
export const priceSteps = [14, 28, 42, 56, 70, 105, 140, 210, 280] as const

export const searchSorts = ['newest', 'price', 'relevance', 'distance'] as const
export type SearchSort = (typeof searchSorts)[number]
