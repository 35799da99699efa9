import { foldPlaceName } from '#domain/catalogue/places/place-names.ts'
import { citiesNamed } from '#domain/catalogue/places/places.ts'
import { stateCode } from '#domain/catalogue/places/states.ts'
import type { City, PlaceNames } from './lexicon.ts'

/** People of a city that is understood without 'in' or 'near'. */
const LARGE = 200_000

/** The names of places for a shop with closets in these cities, such as 'Austin, TX'. */
export function placeNames(ofShop: readonly string[]): PlaceNames {
  const known = new Set(ofShop)
  return {
    stateCode,
    cities: (name) => citiesNamed(name).map(whole),
    isOfShop: ({ name, state }) => known.has(`${name}, ${state}`),
    isLarge: ({ name, state }) =>
      citiesNamed(name).some((city) => city.state === state && city.population >= LARGE),
    nickname: (name) => {
      const [first] = citiesNamed(name)
      return first && foldPlaceName(first.name) !== foldPlaceName(name) ? whole(first) : null
    },
  }
}

/** A borough is searched for as its city. */
function whole({ name, state, partOf }: City & { readonly partOf: string | null }): City {
  return { name: partOf ?? name, state }
}
