import type { Point } from './distance.ts'
import { foldPlaceName } from './place-names.ts'

/** A city or town of a state, DC or Puerto Rico. */
export type City = {
  readonly name: string
  /** 'MA' */
  readonly state: string
  readonly point: Point
  /** People, to the thousand; 0 if unknown. */
  readonly population: number
  /** How many ZIP codes are named after it. */
  readonly zips: number
  /** The city that a borough belongs to: 'New York' for Brooklyn. */
  readonly partOf: string | null
}

export type Places = {
  readonly ofZip: (zip: string) => { readonly city: City; readonly point: Point } | null
  /** The largest first. */
  readonly named: (foldedName: string) => readonly City[]
}

/**
 * Reads `places.json`. Each state is one string of cities, separated by semicolons: name, latitude,
 * longitude, thousands of people and ZIP codes, separated by bars. A ZIP code that has a point of
 * its own is followed by how far that is to the north and to the east of the city's:
 * `Boston|42358|-71060|676|02108,-1,-6 02109,5,5`. A city is taken apart when it is asked for.
 */
export function readPlaces(states: Readonly<Record<string, string>>): Places {
  const byName = new Map<string, PackedCity[]>()
  const byZip = new Array<PackedCity | undefined>(100_000)
  for (const [state, cities] of Object.entries(states))
    for (const fields of cities.split(';')) {
      const packed = { state, fields }
      const name = foldPlaceName(fields.slice(0, fields.indexOf('|')))
      const alike = byName.get(name)
      if (alike) alike.push(packed)
      else byName.set(name, [packed])
      for (const zip of zipsOf(fields)) byZip[Number(zip.slice(0, 5))] = packed
    }
  return {
    ofZip(zip) {
      const packed = byZip[Number(zip)]
      return packed ? { city: cityOf(packed), point: pointOfZip(packed, zip) } : null
    },
    named: (name) => (byName.get(name) ?? []).map(cityOf).toSorted(largestFirst),
  }
}

type PackedCity = { readonly state: string; readonly fields: string }

function zipsOf(fields: string): string[] {
  const zips = fields.slice(fields.lastIndexOf('|') + 1)
  return zips ? zips.split(' ') : []
}

const boroughs = new Set(['Bronx', 'Brooklyn', 'Manhattan', 'Queens', 'Staten Island'])

function cityOf({ state, fields }: PackedCity): City {
  const [name = '', north, east, thousands] = fields.split('|')
  return {
    name,
    state,
    point: pointOf(Number(north), Number(east)),
    population: Number(thousands) * 1000,
    // Not taken apart: a search asks for the places of all closets.
    get zips() {
      return zipsOf(fields).length
    },
    partOf: state === 'NY' && boroughs.has(name) ? 'New York' : null,
  }
}

function pointOfZip({ fields }: PackedCity, zip: string): Point {
  const [, north, east, , zips = ''] = fields.split('|')
  const [own = ''] = zips.slice(zips.indexOf(zip)).split(' ', 1)
  const [, toNorth = 0, toEast = 0] = own.split(',')
  return pointOf(Number(north) + Number(toNorth), Number(east) + Number(toEast))
}

/** The packed coordinates are thousandths of a degree, at most 111 meters. */
const PER_DEGREE = 1000

const pointOf = (north: number, east: number): Point => ({
  latitude: north / PER_DEGREE,
  longitude: east / PER_DEGREE,
})

const largestFirst = (one: City, other: City) =>
  other.population - one.population || other.zips - one.zips
