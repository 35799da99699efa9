import { expect, test } from 'vitest'
import type { StatementLine } from '#domain/money/credits/statement.ts'
import type { DepositLine } from '#domain/money/deposits/deposit-lines.ts'
import { newId } from '#domain/shared/ids.ts'
import { inOneOrder } from './own-statement.ts'

const credits = (hour: number, balance: number): StatementLine => ({
  ...{ id: newId(), kind: 'grant', amount: 1, held: 0, balance, paidCents: null, item: null },
  ...{
    isDateChange: false,
    isExtension: false,
    isForLateReturn: false,
    product: null,
    giver: null,
  },
  at: new Date(Date.UTC(2026, 10, 20, hour)),
})
const deposit = (hour: number): DepositLine => ({
  ...{ id: newId(), kind: 'deposit', cents: 5000, title: null },
  at: new Date(Date.UTC(2026, 10, 20, hour)),
})

test('the deposit stands between the credits by time, with the balance of that moment', () => {
  const lines = inOneOrder(
    [credits(12, 30), credits(10, 20), credits(8, 10)],
    [deposit(13), deposit(11), deposit(9), deposit(7)],
  )
  expect(lines.map(({ of, line }) => [of, line.at.getUTCHours(), line.balance])).toEqual([
    ['deposit', 13, 30],
    ['credits', 12, 30],
    ['deposit', 11, 20],
    ['credits', 10, 20],
    ['deposit', 9, 10],
    ['credits', 8, 10],
    ['deposit', 7, 0],
  ])
})

test('of two lines with one time the one with the greater id is first, as in the database', () => {
  const older = credits(9, 5)
  const newer = deposit(9)
  expect(inOneOrder([older], [newer]).map(({ of }) => of)).toEqual(['deposit', 'credits'])
  expect(inOneOrder([{ ...older, id: newId() }], [newer]).map(({ of }) => of)).toEqual([
    'credits',
    'deposit',
  ])
})
