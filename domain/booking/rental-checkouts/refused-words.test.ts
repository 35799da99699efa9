import { expect, test } from 'vitest'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { ANOTHER_PIECE, type PaidPart, refusedInWords, refusedTitle } from './refused-words.ts'

const dates = { start: '2027-02-05' as CalendarDate, end: '2027-02-08' as CalendarDate }
const credits = { product: 'one_time', isRefunded: false } as const
const deposit = { product: 'deposit', isRefunded: false } as const
const refunded = { isRefunded: true } as const

const gown = { title: 'Emerald gown', ...dates, problem: 'dates-taken' }
const bagOfOne = { together: true, refused: [gown], hasRentals: false }

const wordsFor = (...paid: readonly PaidPart[]) => refusedInWords({ ...bagOfOne, paid }).slice(1)

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

test('the payment of one piece names it', () => {
  expect(refusedTitle(bagOfOne)).toBe('We could not request Emerald gown')
  expect(refusedInWords({ ...bagOfOne, paid: [credits] })[0]).toBe(
    'Your payment went through, but Emerald gown could no longer be requested from Feb 5, 2027 to Feb 8, 2027.',
  )
})

test('pieces that were asked for together name the one that could not be requested', () => {
  const others = ['Velvet coat', 'Silk scarf'].map((title) => ({
    ...{ ...gown, title, problem: ANOTHER_PIECE },
  }))
  const bag = { together: true, refused: [...others, gown], hasRentals: false }
  expect(refusedTitle(bag)).toBe('We could not request your 3 items')
  expect(refusedInWords({ ...bag, paid: [credits] })).toEqual([
    'Your payment went through, but Emerald gown could no longer be requested from Feb 5, 2027 to Feb 8, 2027, so none of the 3 items was requested.',
    'The credits are yours for another rental.',
  ])
  const refused = bag.refused.map((piece) => ({ ...piece, problem: 'wallet-frozen' }))
  expect(refusedInWords({ ...bag, refused, paid: [credits] })[0]).toBe(
    'Your payment went through, but your 3 items could no longer be requested together.',
  )
})

test('pieces that were asked for each by itself are named, and the others keep what was paid', () => {
  const coat = { ...gown, title: 'Velvet coat', end: dates.start }
  const bag = { together: false, refused: [gown, coat], hasRentals: true }
  expect(refusedTitle(bag)).toBe('We could not request 2 of your items')
  expect(refusedInWords({ ...bag, paid: [credits, deposit] })).toEqual([
    'Your payment went through, but these items could no longer be requested: Emerald gown from Feb 5, 2027 to Feb 8, 2027; Velvet coat on Feb 5, 2027.',
    'The credits that are left are yours for another rental.',
    'Your deposit is held for what was requested.',
  ])
})
