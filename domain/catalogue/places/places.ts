import type { Point } from './distance.ts'
import nicknames from './nicknames.json' with { type: 'json' }
import { foldPlaceName } from './place-names.ts'
import packed from './places.json' with { type: 'json' }
import { type City, type Places, readPlaces } from './read-places.ts'
import { stateCode } from './states.ts'

// Where ZIP codes and cities of the United States are, without a database or a network. For the
// server only: the data has 1.3 MB. `sources.md` says where it comes from.

/** A place as people write it: 'Boston', 'MA'. */
export type Place = { readonly city: string; readonly state: string; readonly point: Point }

/** Longer than every name of a place. */
const MAX_PLACE_LENGTH = 60

/** Read at the first use, which takes up to 100 ms and 9 MB. */
let read: Places | null = null

function places(): Places {
  read ??= readPlaces(packed)
  return read
}

const nicknamed = new Map(
  Object.entries(nicknames).map(([nickname, place]) => [foldPlaceName(nickname), place]),
)

/**
 * The place of a ZIP code, '02116' or '02116-1234', or null: military codes are nowhere, and a code
 * whose point no second source confirms has none.
 */
export function placeOfZip(zip: string): Place | null {
  const [, digits] = /^\s*(\d{5})(?:-\d{4})?\s*$/.exec(zip) ?? []
  const found = digits ? places().ofZip(digits) : null
  return found && { city: found.city.name, state: found.city.state, point: found.point }
}

/** A text with the places of its ZIP codes in their place, for an address that is shared. */
export function withoutZips(text: string): string {
  return text.replace(/\b\d{5}\b/g, (zip) => {
    const place = placeOfZip(zip)
    return place ? `${place.city}, ${place.state}` : zip
  })
}

/** The point of a ZIP code: in the middle of its area or of its town. See `placeOfZip` for null. */
export function pointOfZip(zip: string): Point | null {
  return placeOfZip(zip)?.point ?? null
}

/** The middle of a city; its name is compared as `foldPlaceName` does, its state as `stateCode`. */
export function pointOfCity(name: string, state: string): Point | null {
  const code = stateCode(state)
  return citiesNamed(name).find((city) => city.state === code)?.point ?? null
}

/** 'Boston, MA' as it is written here; null for a place that is not known. */
export function placeNamed(text: string): string | null {
  const comma = text.lastIndexOf(',')
  if (comma === -1 || text.length > MAX_PLACE_LENGTH) return null
  const state = stateCode(text.slice(comma + 1).trim())
  const city = citiesNamed(text.slice(0, comma)).find((one) => one.state === state)
  return city ? `${city.name}, ${city.state}` : null
}

/** All cities of that name, the largest first, and before them the one with that nickname. */
export function citiesNamed(name: string): readonly City[] {
  const folded = foldPlaceName(name)
  const [city, state] = nicknamed.get(folded)?.split(', ') ?? []
  const meant = city ? places().named(foldPlaceName(city)) : []
  return [...meant.filter((one) => one.state === state), ...places().named(folded)]
}
