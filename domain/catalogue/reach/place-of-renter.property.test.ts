import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOfZip } from '#domain/catalogue/places/places.ts'
import { placeInAddress } from './place-of-renter.ts'

const word = fc.constantFrom(
  ...['Boston', 'MA', 'New', 'York', 'Street', '02116', '12345', 'Apt', 'Box', 'TX', 'USA', 'in'],
  ...[',', '\n', ' ', ';', '(', ')', '.', '-', '#', 'é', '\u{1f457}', '𝟎𝟐𝟏𝟏𝟔', '\0'],
)
const address = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 700 }),
  fc.array(word, { maxLength: 200 }).map((words) => words.join(' ')),
  fc.array(word, { maxLength: 200 }).map((words) => words.join('')),
)

test('any text names one place or none, and the end of a long one decides', () => {
  fc.assert(
    fc.property(address, (text) => {
      const place = placeInAddress(text)
      if (place) expect(place.point.latitude).toBeGreaterThan(0)
      expect(placeInAddress(`${text}, ${'x '.repeat(400)}Boston, MA 02116`)?.city).toBe('Boston')
    }),
  )
})

test('a known ZIP code at the end is the place, whatever is before it', () => {
  fc.assert(
    fc.property(address, (text) => {
      expect(placeInAddress(`${text}\n10001`)).toEqual(placeOfZip('10001'))
    }),
  )
})

test('a text of a million characters takes no longer than an address', () => {
  for (const repeated of ['a', ' ', ',', '\n', '0', '02116 ', 'MA ', 'New York ', 'é', 'st ']) {
    const text = repeated.repeat(1_000_000 / repeated.length)
    const started = performance.now()
    placeInAddress(text)
    expect(performance.now() - started, repeated).toBeLessThan(500)
  }
})
