import { expect, test } from 'vitest'
import { placeNamed } from '#domain/catalogue/places/places.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { emptySearch, searchAddress, writeCursor } from './search-query.ts'
import { readCursor, readSearch } from './understand.ts'

const today = parseCalendarDate('2026-06-01') ?? expect.unreachable()
const brand = '0190a1b2-0000-7000-8000-000000000001'
const here = { latitude: 42.35, longitude: -71.06 }
const body = { bustCm: 88, waistCm: null, hipsCm: 96 }
const wearer = { ...body, inSize: null }
const renter = { hasCompleted: false, now: new Date('2026-06-01T12:00:00Z') }
const known = { brands: [{ id: brand }], cities: ['Austin, TX', "Coeur d'Alene, ID"], wearer }
function read(search: string) {
  const params = new URLSearchParams(search)
  return readSearch(
    params,
    { ...known, here, renter, place: placeNamed(params.get('near') ?? '') },
    today,
  )
}
const place = {
  order: 'price',
  key: '4',
  at: '2026-05-01T10:00:00.123456Z',
  id: brand,
  skipped: 24,
  total: 312,
} as const
const cursor = writeCursor(place)

test('an address without parameters searches for everything', () => {
  expect(read('')).toEqual({
    query: { ...emptySearch, here, body, renter },
    problem: null,
    entered: { start: '', end: '' },
    typed: '',
    canonical: '/search',
  })
})

test('every part of an address is read, and written back in one order', () => {
  const parts = [
    'q=red+dress',
    'size=S',
    'size=M',
    'style=Formal',
    'occasion=Date+Night',
    'category=Dress',
    'color=Red',
    'fabric=Silk',
    'sleeves=Long+sleeves',
    'length=Maxi',
    'neckline=V-neck',
    `brand=${brand}`,
    'city=Austin%2C+TX',
    'min_price=14',
    'max_price=28',
    'not=style%3ACasual',
    'not=color%3ABlue',
    'fit=me',
    'near=Boston%2C+MA',
    'within=10',
    'reach=me',
    'instant=me',
    'start=2026-06-12',
    'end=2026-06-14',
    'sort=price',
    `after=${cursor}`,
    'typed=rde+dress',
  ]
  const { query, problem, canonical } = read(parts.join('&'))
  expect(query).toEqual({
    q: 'red dress',
    size: ['S', 'M'],
    style: ['Formal'],
    occasion: ['Date Night'],
    category: ['Dress'],
    colour: ['Red'],
    fabric: ['Silk'],
    sleeves: ['Long sleeves'],
    hemline: ['Maxi'],
    neckline: ['V-neck'],
    brand: [brand],
    city: ['Austin, TX'],
    minPrice: 14,
    maxPrice: 28,
    not: [
      { facet: 'style', value: 'Casual' },
      { facet: 'colour', value: 'Blue' },
    ],
    fit: wearer,
    body,
    ...{ near: 'Boston, MA', within: 10, reach: true, here },
    instant: true,
    renter,
    start: '2026-06-12',
    end: '2026-06-14',
    sort: 'price',
    after: place,
  })
  expect(problem).toBeNull()
  expect(canonical).toBe(`/search?${parts.join('&')}`)
  expect(read(parts.toReversed().join('&')).canonical).toBe(canonical)
})

test('what is confirmed at once is found by those whom closets can be asked about', () => {
  const search = new URLSearchParams('instant=me')
  expect(readSearch(search, { brands: [], cities: [] }, today).canonical).toBe('/search')
  expect(read('instant=yes').canonical).toBe('/search')
})

test('what needs the place of a person is dropped without it', () => {
  const search = new URLSearchParams('near=me&within=10&reach=me&sort=distance')
  expect(readSearch(search, { brands: [], cities: [] }, today).canonical).toBe('/search')
  expect(read('near=me&within=25&reach=me&sort=distance').canonical).toBe(
    '/search?near=me&reach=me&sort=distance',
  )
  expect(read('near=Atlantis&within=10&sort=distance').canonical).toBe('/search?sort=distance')
  expect(read('near=boston,ma&within=0').canonical).toBe('/search?near=Boston%2C+MA')
})

test('writing an address is stable', () => {
  for (const search of [
    'q=%20a%27%26%2B%C3%A9%20',
    'city=Coeur+d%27Alene%2C+ID&size=XL',
    'q=a*~(b)!',
  ]) {
    const { canonical } = read(search)
    expect(read(new URL(canonical, 'https://hemline.test').search).canonical).toBe(canonical)
  }
})

test('unknown names and values, repetitions and defaults are dropped', () => {
  const search = [
    'utm_source=x',
    'q=',
    'size=M',
    'size=M',
    'size=huge',
    'brand=0190a1b2-0000-7000-8000-000000000002',
    'city=Atlantis',
    'max_price=7001',
    'min_price=0',
    'not=color:Plaid',
    'start=tomorrow',
    'sort=newest',
    'after=not-ours',
  ].join('&')
  expect(read(search).canonical).toBe('/search?size=M')
  expect(read(search).query).toEqual({ ...emptySearch, here, body, renter, size: ['M'] })
})

test('at most 100 characters and 20 values are taken', () => {
  expect(read(`q=${'x'.repeat(150)}`).query.q).toBe('x'.repeat(100))
  expect(read(`q=${'x'.repeat(99)}👗`).query.q).toBe('x'.repeat(99))
  expect(read('q=a%00b%0Ac%09d').query.q).toBe('ab c d')
  const cities = Array.from({ length: 30 }, (_, n) => `City ${n}`)
  const all = new URLSearchParams([...cities.map((city) => ['city', city]), ['size', 'L']])
  const { query } = readSearch(all, { brands: [], cities }, today)
  expect(query.size).toEqual(['L'])
  expect(query.city).toEqual(cities.slice(0, 19))
})

test('sorting by relevance needs words', () => {
  expect(read('sort=relevance').query.sort).toBe('newest')
  expect(read('q=red&sort=relevance').query.sort).toBe('relevance')
})

test.for([
  ['start=2026-06-12&end=2026-06-11', 'dates-invalid'],
  ['start=2026-06-12', 'dates-invalid'],
  ['end=2026-06-12', 'dates-invalid'],
  ['start=2026-05-31&end=2026-06-12', 'dates-past'],
  ['start=2026-06-12&end=2026-09-04', 'dates-too-long'],
  ['start=2027-06-02&end=2027-06-03', 'dates-too-far'],
  ['start=2026-06-01&end=2026-06-01', null],
  ['start=2026-06-12&end=2026-09-03', null],
  ['start=2027-06-01&end=2027-06-03', null],
])('%s gives the problem %s', ([search = '', expected]) => {
  const { query, problem, canonical } = read(search ?? '')
  expect(problem).toBe(expected)
  expect(query.start === null).toBe(expected !== null)
  // The form still shows what was entered.
  expect(canonical).toBe(`/search?${search}`)
})

test('a link changes one part and starts at the first page', () => {
  const { query } = read(`q=red&size=M&size=L&after=${cursor}`)
  expect(searchAddress(query)).toBe('/search?q=red&size=M&size=L')
  expect(searchAddress(query, { size: ['L'] })).toBe('/search?q=red&size=L')
  expect(searchAddress(query, { after: place })).toBe(`/search?q=red&size=M&size=L&after=${cursor}`)
})

test('a cursor is read as it was written', () => {
  const anywhere = {
    at: '2026-05-01T10:00:00.123456Z',
    id: brand,
    skipped: 24,
    total: null,
  } as const
  for (const keys of [
    { order: 'newest', key: '' },
    { order: 'price', key: '1000' },
    { order: 'relevance', key: '0.6079271' },
    { order: 'relevance', key: '1e-20' },
  ] as const)
    expect(readCursor(writeCursor({ ...anywhere, ...keys }))).toEqual({ ...anywhere, ...keys })
  const foreign = { ...anywhere, order: 'price', key: '1; drop' } as const
  expect(readCursor(writeCursor(foreign))).toBeNull()
  expect(readCursor(null)).toBeNull()
})

test('searching for what should fit needs a known size, which is not part of the address', () => {
  expect(read('fit=me').canonical).toBe('/search?fit=me')
  expect(read('fit=88').canonical).toBe('/search')
  const search = readSearch(new URLSearchParams('fit=me'), { ...known, wearer: null }, today)
  expect([search.query.fit, search.canonical]).toEqual([null, '/search'])
})
