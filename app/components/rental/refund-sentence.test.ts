import { expect, test } from 'vitest'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { refundSentence } from './refund-sentence.ts'

const on = (day: string | null, credits: number) => {
  const parsed = day === null ? null : parseCalendarDate(day)
  if (day !== null && !parsed) throw new Error(`${day} is no day`)
  return { day: parsed, credits }
}
const sentence = (until: ReturnType<typeof on>[], onHold = 0) =>
  refundSentence({
    credits: until.reduce((sum, { credits }) => sum + credits, 0),
    ...{ onHold, until, version: '' },
  })

test('the question before canceling names the credits and until when they last', () => {
  expect(sentence([on('2027-02-27', 21)])).toBe(
    'You get 21 credits back, usable until Feb 27, 2027.',
  )
  expect(sentence([on('2027-02-27', 9), on('2027-03-03', 12)])).toBe(
    'You get 21 credits back: 9 usable until Feb 27, 2027, 12 until Mar 3, 2027.',
  )
  const days = ['2027-02-27', '2027-03-03', '2027-04-01', '2027-05-01'].map((day) => on(day, 2))
  expect(sentence(days)).toBe(
    'You get 8 credits back: 2 usable until Feb 27, 2027, 2 until Mar 3, 2027, 4 longer.',
  )
  expect(sentence([])).toBe('You get no credits back.')
  expect(sentence([on(null, 21)])).toBe('You get 21 credits back. They never expire.')
  expect(sentence([on('2027-02-27', 9), on(null, 12)])).toBe(
    'You get 21 credits back: 9 usable until Feb 27, 2027, 12 that never expire.',
  )
})

test('credits on hold are said', () => {
  const one = 'You get 7 credits back, usable until Feb 27, 2027.'
  const lot = [on('2027-02-27', 7)]
  expect(sentence(lot, 7)).toBe(`${one} They are on hold while a payment is disputed.`)
  expect(sentence(lot, 1)).toBe(`${one} 1 of them is on hold while a payment is disputed.`)
})
