import { choiceWords } from '#domain/catalogue/items/fields/item-fields.ts'
import { type Facet, facets, facetValues, priceSteps } from '#domain/catalogue/search/facets.ts'
import { ME, type SearchQuery } from '#domain/catalogue/search/search-query.ts'
import type { FacetCounts } from '#domain/catalogue/search/search-results.ts'
import { facetLabels } from './search-words.ts'

export type FacetChoice = {
  readonly value: string
  readonly label: string
  /** Results with it; null where they were not counted. */
  readonly count: number | null
  readonly chosen: boolean
}

export type ShownFacet = {
  readonly name: Facet
  readonly label: string
  readonly choices: readonly FacetChoice[]
}

type FacetNames = {
  readonly brands: readonly { readonly id: string; readonly name: string }[]
  readonly cities: readonly string[]
}

/** There may be many brands, and words find the others. Cities have no limit: no word finds one. */
const MAX_BRANDS = 100

/** The available choices: values and price limits with results, and those chosen already. */
export function shownFilters(query: SearchQuery, names: FacetNames, counts: FacetCounts | null) {
  return {
    facets: shownFacets(query, names, counts),
    prices: shownPrices(query, counts),
    instant: shownInstant(query, counts),
  }
}

/** What closets accept at once; null where there is nothing to choose. */
export type ShownInstant = Pick<FacetChoice, 'count' | 'chosen'> | null

function shownInstant({ instant, renter }: SearchQuery, counts: FacetCounts | null): ShownInstant {
  const counted = counts?.instant ?? null
  const count = counted && (counted[ME] ?? 0)
  return renter && (instant || count !== 0) ? { count, chosen: instant } : null
}

function shownFacets(
  query: SearchQuery,
  names: FacetNames,
  counts: FacetCounts | null,
): ShownFacet[] {
  return facets
    .map((name) => {
      const counted = counts?.[name] ?? null
      const choices = labelled(name, names)
        .map(({ value, label }) => ({
          value,
          label,
          count: counted && (counted[value] ?? 0),
          chosen: query[name].includes(value),
        }))
        .filter(({ count, chosen }) => chosen || count !== 0)
      const shown = choices.filter(
        ({ chosen }, index) => chosen || name !== 'brand' || index < MAX_BRANDS,
      )
      return { name, label: facetLabels[name], choices: shown }
    })
    .filter(({ choices }) => choices.length > 0)
}

/** The same choices with the counts of another search. */
export function withCountsOf(
  other: readonly ShownFacet[],
  shown: readonly ShownFacet[],
): readonly ShownFacet[] {
  return shown.map((facet) => {
    const counted = other.find(({ name }) => name === facet.name)?.choices ?? []
    const counts = new Map(counted.map(({ value, count }) => [value, count]))
    // Values without results are not among the others.
    const countOf = (value: string) => counts.get(value) ?? (counts.has(value) ? null : 0)
    const choices = facet.choices.map((one) => ({ ...one, count: countOf(one.value) }))
    return { ...facet, choices }
  })
}

function labelled(name: Facet, { brands, cities }: FacetNames) {
  if (name === 'brand') return brands.map((brand) => ({ value: brand.id, label: brand.name }))
  if (name === 'city') return cities.map((city) => ({ value: city, label: city }))
  const values: readonly string[] = facetValues[name]
  return values.map((value) => ({ value, label: choiceWords(name, value) }))
}

function shownPrices({ maxPrice }: SearchQuery, counts: FacetCounts | null): readonly number[] {
  const counted = counts?.maxPrice ?? null
  // A limit that finds no more than the one before says nothing.
  const below = (at: number) => counted?.[priceSteps[at - 1] ?? 0] ?? 0
  const steps = priceSteps.filter((step, at) => !counted || (counted[step] ?? 0) > below(at))
  return [...new Set([...steps, ...(maxPrice === null ? [] : [maxPrice])])].sort((a, b) => a - b)
}
