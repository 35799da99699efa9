import { expect, test } from 'vitest'
import { milesBetween, type Point } from './distance.ts'
import nicknames from './nicknames.json' with { type: 'json' }
import { foldPlaceName } from './place-names.ts'
import { citiesNamed, placeOfZip, pointOfCity, pointOfZip, withoutZips } from './places.ts'

/** The degrees of each state: south, north, west, east. The Aleutians end at the date line. */
const boxes: Readonly<Record<string, readonly [number, number, number, number]>> = {
  AK: [51.2, 71.4, -179.2, -129.9],
  AL: [30.2, 35.1, -88.5, -84.8],
  AR: [33, 36.5, -94.7, -89.6],
  AZ: [31.3, 37.1, -114.9, -109],
  CA: [32.5, 42.1, -124.5, -114.1],
  CO: [36.9, 41.1, -109.1, -102],
  CT: [40.9, 42.1, -73.8, -71.7],
  DC: [38.7, 39, -77.2, -76.9],
  DE: [38.4, 39.9, -75.8, -75],
  FL: [24.5, 31.1, -87.7, -80],
  GA: [30.3, 35.1, -85.7, -80.8],
  HI: [18.9, 22.3, -160.3, -154.8],
  IA: [40.3, 43.6, -96.7, -90.1],
  ID: [41.9, 49.1, -117.3, -111],
  IL: [36.9, 42.6, -91.6, -87.4],
  IN: [37.7, 41.8, -88.1, -84.7],
  KS: [36.9, 40.1, -102.1, -94.5],
  KY: [36.4, 39.2, -89.6, -81.9],
  LA: [28.9, 33.1, -94.1, -88.8],
  MA: [41.2, 42.9, -73.6, -69.9],
  MD: [37.9, 39.8, -79.5, -75],
  ME: [43, 47.5, -71.1, -66.9],
  MI: [41.6, 48.2, -90.5, -82.4],
  MN: [43.4, 49.4, -97.3, -89.4],
  MO: [35.9, 40.7, -95.8, -89],
  MS: [30.1, 35, -91.7, -88],
  MT: [44.3, 49.1, -116.1, -104],
  NC: [33.8, 36.6, -84.4, -75.4],
  ND: [45.9, 49.1, -104.1, -96.5],
  NE: [40, 43.1, -104.1, -95.3],
  NH: [42.6, 45.4, -72.6, -70.7],
  NJ: [38.9, 41.4, -75.6, -73.8],
  NM: [31.3, 37.1, -109.1, -103],
  NV: [35, 42.1, -120.1, -114],
  NY: [40.5, 45.1, -79.8, -71.8],
  OH: [38.4, 42, -84.9, -80.5],
  OK: [33.6, 37.1, -103.1, -94.4],
  OR: [41.9, 46.3, -124.6, -116.4],
  PA: [39.7, 42.3, -80.6, -74.6],
  PR: [17.9, 18.6, -68, -65.2],
  RI: [41.1, 42.1, -71.9, -71.1],
  SC: [32, 35.3, -83.4, -78.5],
  SD: [42.4, 46, -104.1, -96.4],
  TN: [34.9, 36.7, -90.4, -81.6],
  TX: [25.8, 36.6, -106.7, -93.5],
  UT: [36.9, 42.1, -114.1, -109],
  VA: [36.5, 39.5, -83.7, -75.2],
  VT: [42.7, 45.1, -73.5, -71.4],
  WA: [45.5, 49.1, -124.8, -116.9],
  WI: [42.4, 47.1, -92.9, -86.8],
  WV: [37.2, 40.7, -82.7, -77.7],
  WY: [40.9, 45.1, -111.1, -104],
}

/** Degrees: some ZIP codes deliver across a border. */
const MARGIN = 0.1

const zips = Array.from({ length: 100_000 }, (_, index) => String(index).padStart(5, '0')).flatMap(
  (zip) => {
    const place = placeOfZip(zip)
    return place ? [{ zip, ...place }] : []
  },
)

function miles(one: Point | null, other: Point | null): number {
  if (!one || !other) throw new Error('One of them has no point')
  return milesBetween(one, other)
}

test('every ZIP code of a state, DC or Puerto Rico is in it', () => {
  expect(zips.length).toBeGreaterThan(40_500)
  expect(new Set(zips.map(({ state }) => state))).toEqual(new Set(Object.keys(boxes)))
  const outside = zips.filter(({ state, point: { latitude, longitude } }) => {
    const [south, north, west, east] = boxes[state] ?? [0, 0, 0, 0]
    return (
      latitude < south - MARGIN ||
      latitude > north + MARGIN ||
      longitude < west - MARGIN ||
      longitude > east + MARGIN
    )
  })
  expect(outside).toEqual([])
})

/** By their first three digits: armed forces, and islands that are not part of a state. */
const elsewhere = /^(09[0-8]|340|96[2-69]|008)/

test('a ZIP code outside the states has no place', () => {
  expect(zips.filter(({ zip }) => elsewhere.test(zip))).toEqual([])
})

test.for([
  ['00000', null],
  ['10200', null],
  ['99999', null],
  ['96898', null],
  ['2116', null],
  ['021160', null],
  ['02116-12', null],
  ['0x7F4', null],
  ['', null],
  ['75072', 'McKinney, TX'],
  ['02116', 'Boston, MA'],
  [' 02116-1234 ', 'Boston, MA'],
  ['10001', 'New York, NY'],
  ['11201', 'Brooklyn, NY'],
  ['00901', 'San Juan, PR'],
  ['63101', 'St. Louis, MO'],
  ['20500', 'Washington, DC'],
] as const)('the place of %s is %s', ([zip, expected]) => {
  const place = placeOfZip(zip)
  expect(place && `${place.city}, ${place.state}`).toBe(expected)
  expect(pointOfZip(zip)).toEqual(place?.point ?? null)
})

test.for([
  ['New York', 'NY', 'Boston', 'MA', 190],
  ['Austin', 'TX', 'New York', 'NY', 1510],
  ['San Francisco', 'CA', 'Los Angeles', 'CA', 347],
  ['Honolulu', 'HI', 'Anchorage', 'AK', 2780],
] as const)('%s, %s and %s, %s are %i miles apart', ([from, inState, to, ofState, expected]) => {
  const apart = miles(pointOfCity(from, inState), pointOfCity(to, ofState))
  expect(Math.abs(apart - expected) / expected).toBeLessThan(0.01)
})

test('a text is shared with places instead of ZIP codes', () => {
  expect(withoutZips('gown near 02116, not 99999 or 123456')).toBe(
    'gown near Boston, MA, not 99999 or 123456',
  )
})

/** Either source has some of these hundreds of miles away. */
test.for([
  ['99503', 'Anchorage', 'AK'],
  ['99701', 'Fairbanks', 'AK'],
  ['80840', 'Colorado Springs', 'CO'],
  ['83716', 'Boise', 'ID'],
  ['66040', 'La Cygne', 'KS'],
  ['85365', 'Yuma', 'AZ'],
] as const)('%s is near %s, %s', ([zip, city, state]) => {
  expect(miles(pointOfZip(zip), pointOfCity(city, state))).toBeLessThan(15)
})

test('a city is near its ZIP codes', () => {
  const far = zips.filter(
    ({ city, state, point }) => miles(pointOfCity(city, state), point) > 80 && state !== 'AK',
  )
  expect(far).toEqual([])
})

test.for([
  ['St. Louis', 'saint louis'],
  ['Ft. Worth', 'FORT WORTH'],
  ['Mt Pleasant', 'Mount Pleasant'],
  ["Coeur d'Alene", 'Coeur d’Alene'],
  ["O'Fallon", 'O Fallon'],
  ['Winston-Salem', 'winston salem'],
  ['Mayagüez', 'Mayaguez'],
  ['Kapa‘a', 'Kapaa'],
  ['De Soto', 'Desoto'],
  ['McAllen', 'Mc Allen'],
] as const)('%s and %s are one name', ([one, other]) => {
  expect(foldPlaceName(one)).toBe(foldPlaceName(other))
  expect(citiesNamed(one).length).toBeGreaterThan(0)
  expect(citiesNamed(one)).toEqual(citiesNamed(other))
})

test('the state is a name or a code, and must have the city', () => {
  expect(pointOfCity('portland', 'Oregon')).toEqual(pointOfCity('Portland', 'or'))
  expect(miles(pointOfCity('Portland', 'OR'), pointOfCity('Portland', 'ME'))).toBeGreaterThan(2000)
  expect(pointOfCity('Portland', 'NV')).toBeNull()
  expect(pointOfCity('Portland', 'Bavaria')).toBeNull()
  expect(pointOfCity('Nowhere at All', 'OR')).toBeNull()
  expect(pointOfCity('', 'OR')).toBeNull()
})

test('cities of one name come with the largest first', () => {
  const states = (name: string) => citiesNamed(name).map(({ state }) => state)
  expect(states('Portland').slice(0, 2)).toEqual(['OR', 'ME'])
  expect(states('Springfield').slice(0, 3)).toEqual(['MO', 'MA', 'IL'])
  for (const name of ['Springfield', 'Franklin', 'Washington']) {
    const sizes = citiesNamed(name).map(({ population }) => population)
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
  }
  expect(citiesNamed('constructor')).toEqual([])
})

test('a borough of New York has its own point and says what it is part of', () => {
  for (const name of ['Manhattan', 'Brooklyn', 'Queens', 'the Bronx', 'Staten Island'])
    expect(citiesNamed(name)[0]).toMatchObject({ state: 'NY', partOf: 'New York' })
  expect(citiesNamed('Boston')[0]?.partOf).toBeNull()
})

test.for(Object.entries(nicknames))('%s is %s', ([nickname, place]) => {
  const [city] = citiesNamed(nickname)
  expect(city && `${city.name}, ${city.state}`).toBe(place)
  expect(city?.population).toBeGreaterThan(150_000)
})
