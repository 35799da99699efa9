import { expect, test } from 'vitest'
import { countedNames } from '#domain/catalogue/search/facets.ts'
import { emptySearch } from '#domain/catalogue/search/search-query.ts'
import { recordOf } from '#domain/shared/records.ts'
import { shownFilters } from './shown-filters.ts'

const noCounts = recordOf(countedNames, () => null)
const nothing = { brands: [], cities: [] }

test('a price limit is offered if it finds more than a lower one', () => {
  const counts = {
    ...noCounts,
    maxPrice: { 28: 3, 42: 3, 56: 4, 70: 4, 105: 4, 140: 4, 210: 4, 280: 4 },
  }
  expect(shownFilters(emptySearch, nothing, counts).prices).toEqual([28, 56])
  expect(shownFilters({ ...emptySearch, maxPrice: 70 }, nothing, counts).prices).toEqual([
    28, 56, 70,
  ])
})

test('every city can be chosen, because no word finds one, but only the first hundred brands', () => {
  const cities = Array.from({ length: 1_000 }, (_, n) => `City ${n}, NY`)
  const brands = Array.from({ length: 1_000 }, (_, n) => ({ id: `${n}`, name: `Brand ${n}` }))
  const { facets } = shownFilters({ ...emptySearch, brand: ['900'] }, { brands, cities }, null)
  const values = (name: string) =>
    facets.find((facet) => facet.name === name)?.choices.map(({ value }) => value)
  expect(values('city')).toEqual(cities)
  expect(values('brand')).toEqual([...brands.slice(0, 100).map(({ id }) => id), '900'])
})
