import { expect, test } from 'vitest'
import { emptySearch } from '#domain/catalogue/search/search-query.ts'
import { shownFilters } from './shown-filters.ts'

test('every city can be chosen, because no word finds one, but only the first hundred brands', () => {
  const cities = Array.from({ length: 1_000 }, (_, n) => `City ${n}, NY`)
  const brands = Array.from({ length: 1_000 }, (_, n) => ({ id: `${n}`, name: `Brand ${n}` }))
  const { facets } = shownFilters({ ...emptySearch, brand: ['900'] }, { brands, cities }, null)
  const values = (name: string) =>
    facets.find((facet) => facet.name === name)?.choices.map(({ value }) => value)
  expect(values('city')).toEqual(cities)
  expect(values('brand')).toEqual([...brands.slice(0, 100).map(({ id }) => id), '900'])
})
