import { expect, test } from 'vitest'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type PaidPart, refusedInWords } from './refused-words.ts'

const dates = { start: '2027-02-05' as CalendarDate, end: '2027-02-08' as CalendarDate }
const credits = { product: 'one_time', isRefunded: false } as const
const deposit = { product: 'deposit', isRefunded: false } as const
const refunded = { isRefunded: true } as const

const wordsFor = (...paid: readonly PaidPart[]) =>
  refusedInWords({ title: 'Emerald gown', ...dates, paid }).slice(1)

test('who paid for credits and a deposit reads what became of each', () => {
  const held =
    'Your deposit is held for your next rental. You can ask for it back whenever you have no open rental.'
  expect(wordsFor(credits)).toEqual(['The credits are yours for another rental.'])
  expect(wordsFor(deposit)).toEqual([held])
  expect(wordsFor(credits, deposit)).toEqual(['The credits are yours for another rental.', held])
  expect(wordsFor(credits, { ...deposit, ...refunded })).toEqual([
    'The credits are yours for another rental.',
    'The deposit is being refunded.',
  ])
  expect(wordsFor({ ...credits, ...refunded }, deposit)).toEqual([
    'What you paid for credits is being refunded.',
    held,
  ])
  expect(wordsFor({ ...credits, ...refunded }, { ...deposit, ...refunded })).toEqual([
    'This payment is being refunded.',
  ])
})
