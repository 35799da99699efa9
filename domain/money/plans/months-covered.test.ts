import { expect, test } from 'vitest'
import { monthsCovered, nextCreditDate } from './months-covered.ts'

const day = (text: string) => new Date(`${text}T12:00:00Z`)
const paid = (from: string, to: string) => ({ startsAt: day(from), endsAt: day(to) })
const just = (before: Date) => new Date(before.getTime() - 1)

test('a month is paid for if it starts between the start of a coverage and just before its end', () => {
  const anchor = day('2027-01-31')
  const months = (...coverage: Parameters<typeof monthsCovered>[1]) =>
    monthsCovered(anchor, coverage).map(({ number, startsAt }) => [number, startsAt])
  expect(months(paid('2027-01-31', '2027-02-28'))).toEqual([[0, anchor]])
  expect(months({ startsAt: anchor, endsAt: new Date(day('2027-02-28').getTime() + 1) })).toEqual([
    [0, anchor],
    [1, day('2027-02-28')],
  ])
  // A month between two coverages is not paid for.
  expect(months(paid('2027-01-31', '2027-02-28'), paid('2027-03-31', '2027-04-30'))).toEqual([
    [0, anchor],
    [2, day('2027-03-31')],
  ])
  expect(months()).toEqual([])
})

test('the credits of a month expire two months after its first day, even if that date does not exist', () => {
  const [first, second] = monthsCovered(day('2026-12-31'), [paid('2026-12-31', '2027-03-01')])
  expect(first).toMatchObject({ number: 0, expiresAt: day('2027-02-28') })
  expect(second).toMatchObject({ number: 1, expiresAt: day('2027-03-31') })
})

test('where two coverages overlap, the later one pays, in any order', () => {
  const month = paid('2027-01-10', '2027-02-10')
  const year = paid('2027-01-20', '2028-01-20')
  for (const coverage of [
    [month, year],
    [year, month],
  ])
    expect(
      monthsCovered(day('2027-01-10'), coverage)
        .slice(0, 2)
        .map(({ paidBy }) => paidBy),
    ).toEqual([month, year])
  const again = paid('2027-02-01', '2027-03-10')
  for (const coverage of [
    [again, year, month],
    [month, year, again],
  ])
    expect(monthsCovered(day('2027-01-10'), coverage)[1]?.paidBy).toBe(again)
})

test('the next credits come with the next paid month, or with a renewal before the plan ends', () => {
  const anchor = day('2027-01-31')
  const subscription = {
    ...{ anchor, coverage: [paid('2027-01-31', '2027-03-31')], renews: true, cancelAt: null },
  }
  const second = day('2027-02-28')
  const third = day('2027-03-31')
  expect(nextCreditDate(subscription, just(anchor))).toEqual(anchor)
  expect(nextCreditDate(subscription, anchor)).toEqual(second)
  expect(nextCreditDate(subscription, just(second))).toEqual(second)
  expect(nextCreditDate(subscription, second)).toEqual(third)
  expect(nextCreditDate(subscription, just(third))).toEqual(third)
  expect(nextCreditDate(subscription, third)).toEqual(day('2027-04-30'))
  expect(nextCreditDate({ ...subscription, renews: false }, anchor)).toEqual(second)
  expect(nextCreditDate({ ...subscription, renews: false }, second)).toBeNull()
  expect(nextCreditDate({ ...subscription, cancelAt: third }, second)).toBeNull()
  const later = new Date(third.getTime() + 1)
  expect(nextCreditDate({ ...subscription, cancelAt: later }, second)).toEqual(third)
  expect(nextCreditDate({ ...subscription, anchor: null }, anchor)).toBeNull()
  expect(nextCreditDate({ ...subscription, coverage: [] }, just(anchor))).toEqual(anchor)
})
