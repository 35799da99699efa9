import { expect, test } from 'vitest'
import { placeInAddress, placeOfRenter } from './place-of-renter.ts'

const nameOf = (place: ReturnType<typeof placeInAddress>) =>
  place && `${place.city}, ${place.state}`

test.for([
  ['12 Beacon Street, Boston, MA 02116', 'Boston, MA'],
  ['12 Beacon Street\nBoston, MA 02116-1234', 'Boston, MA'],
  ['12 Beacon St Boston MA 02116 (ring twice)', 'Boston, MA'],
  ['Boston, MA 02116 ring twice', 'Boston, MA'],
  ['Boston, MA 02116, USA', 'Boston, MA'],
  ['Boston MA 02116 U.S.A.', 'Boston, MA'],
  ['02116', 'Boston, MA'],
  ['12 Beacon Street, Boston, MA', 'Boston, MA'],
  ['12 Beacon Street, Boston, Massachusetts', 'Boston, MA'],
  ['48 Pine Street New York NY', 'New York, NY'],
  ['48 Pine Street, New York, New York', 'New York, NY'],
  ['48 Pine Street, New York', null],
  ['1 Main St, Washington, District of Columbia', 'Washington, DC'],
  ['100 St. Louis Ave, St. Louis, MO', 'St. Louis, MO'],
  // The number of a house, a box or a flat is no ZIP code.
  ['12345 Main St, Austin, TX', 'Austin, TX'],
  ['10001 Research Blvd, Austin, TX 78759', 'Austin, TX'],
  ['PO Box 10001, Austin, TX', 'Austin, TX'],
  ['Austin, TX 78701, Apt 10001', 'Austin, TX'],
  ['12345 Main St', null],
  // Two places: the last one counts.
  ['Not 10001 but Boston, MA 02116', 'Boston, MA'],
  // Unknown ZIP codes leave the city.
  ['Boston, MA 00001', 'Boston, MA'],
  ['1 Main St, Springfield', null],
  ['Please come in', null],
  ['', null],
  [' \n,;', null],
] as const)('%j is in %j', ([address, place]) => {
  expect(nameOf(placeInAddress(address))).toBe(place)
})

test('the address of the request comes before the profile, its ZIP code before its address', () => {
  const [typed, zip, stored] = ['Boston, MA 02116', '10001', 'Austin, TX']
  const place = (known: Partial<Parameters<typeof placeOfRenter>[0]>) =>
    nameOf(placeOfRenter({ typed: null, zip: null, stored: null, ...known }))
  expect(place({ typed, zip, stored })).toBe('Boston, MA')
  expect(place({ typed: 'at my aunt’s', zip, stored })).toBe('New York, NY')
  expect(place({ zip, stored })).toBe('New York, NY')
  expect(place({ zip: '00000', stored })).toBe('Austin, TX')
  expect(place({ stored: 'at home' })).toBeNull()
})
