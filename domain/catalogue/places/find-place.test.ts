import { expect, test } from 'vitest'
import { placeAt } from './find-place.ts'

/** The place at the first word of a text, and the words that follow it. */
function placeIn(text: string): string {
  const words = text.split(' ')
  const found = placeAt(words, 0)
  const named = {
    zip: () => (found?.kind === 'zip' ? `${found.zip} ${found.place.city}` : ''),
    city: () => (found?.kind === 'city' ? found.cities.map(({ state }) => state).join(' ') : ''),
    state: () => (found?.kind === 'state' ? found.state : ''),
  }
  if (!found) return 'none'
  return [found.kind, named[found.kind](), ...words.slice(found.length)].join(' ')
}

test.for([
  ['Portland, OR in June', 'city OR in June'],
  ['portland or', 'city OR'],
  ['Portland, ME, June', 'city ME June'],
  ['Cambridge MA', 'city MA'],
  ['Paris Texas', 'city TX'],
  ['Coeur d’Alene', 'city ID'],
  ['Truth or Consequences, New Mexico gown', 'city NM gown'],
  ['Truth or Consequences NM', 'city NM'],
  ['02116', 'zip 02116 Boston'],
  ['02116-1234, June', 'zip 02116 Boston June'],
  ['Cambridge, MA 02138 June', 'zip 02138 Cambridge June'],
  ['Washington D.C.', 'city DC'],
  ['philly', 'city PA'],
  ['Chi-Town wedding', 'city IL wedding'],
  ['Texas', 'state TX'],
  ['West Virginia gown', 'state WV gown'],
  ['Nevada', 'state NV'],
  ['CA', 'state CA'],
] as const)('%s names %s', ([text, found]) => {
  expect(placeIn(text)).toBe(found)
})

test.for([
  ['in June', 'none'],
  ['or Boston', 'none'],
  ['me', 'none'],
  ['de soirée', 'none'],
  ['sequins', 'none'],
  ['09001', 'none'],
  ['00000', 'none'],
  ['-', 'none'],
] as const)('%s names no place', ([text, found]) => {
  expect(placeIn(text)).toBe(found)
})

test.for([
  ['Austin in June', 'TX'],
  ['Portland or Boston', 'OR'],
  ['Austin in', 'IN'],
] as const)('in "%s" the first city meant is in %s', ([text, state]) => {
  const found = placeAt(text.split(' '), 0)
  expect(found).toMatchObject({ kind: 'city' })
  expect(found?.kind === 'city' && found.cities[0]?.state).toBe(state)
})

test('New York and Washington are cities first', () => {
  for (const [text, state] of [
    ['New York', 'NY'],
    ['Washington', 'DC'],
  ] as const)
    expect(placeAt(text.split(' '), 0)).toMatchObject({
      kind: 'city',
      cities: expect.arrayContaining([expect.objectContaining({ state })]),
    })
})

test('no words name no place', () => {
  expect(placeAt([], 0)).toBeNull()
  expect(placeAt(['Boston'], 1)).toBeNull()
})
