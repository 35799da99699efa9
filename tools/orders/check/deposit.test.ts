import { expect, test } from 'vitest'
import { type DepositMove, depositModel } from './deposit.ts'
import { type Timed, verdictOn } from './verdict.ts'

test('a deposit goes back when it secures nothing', () => {
  const history: Timed<DepositMove>[] = [
    [1, 2, { kind: 'rent', key: 'a', answer: 'done' }],
    [3, 4, { kind: 'refund', answer: 'in use' }],
    [5, 6, { kind: 'cancel', key: 'a', answer: 'done' }],
    [7, null, { kind: 'refund', answer: null }],
    [8, 9, { kind: 'shown', isHeld: true }],
    [10, 11, { kind: 'rent', key: 'b', answer: 'missing' }],
    [12, 13, { kind: 'refund', answer: 'done' }],
    [14, 15, { kind: 'refund', answer: 'missing' }],
  ]
  expect(verdictOn(depositModel, history)).toBe('explained')
  const again: Timed<DepositMove>[] = [...history, [16, 17, { kind: 'shown', isHeld: true }]]
  expect(verdictOn(depositModel, again)).toBe('contradicted')
  const twice: Timed<DepositMove>[] = [...history, [16, 17, { kind: 'refund', answer: 'done' }]]
  expect(verdictOn(depositModel, twice)).toBe('contradicted')
})

test('a deposit secures what a rental was swapped for', () => {
  const history: Timed<DepositMove>[] = [
    [1, 2, { kind: 'rent', key: 'a', answer: 'done' }],
    [3, 4, { kind: 'swap', key: 'a', to: 'b', answer: 'done' }],
    [5, 6, { kind: 'refund', answer: 'in use' }],
    [7, 8, { kind: 'cancel', key: 'b', answer: 'done' }],
    [9, 10, { kind: 'refund', answer: 'done' }],
  ]
  expect(verdictOn(depositModel, history)).toBe('explained')
  const early = history.filter(([began]) => began !== 7)
  expect(verdictOn(depositModel, early)).toBe('contradicted')
  const again: Timed<DepositMove> = [5, 6, { kind: 'swap', key: 'a', to: 'c', answer: 'done' }]
  expect(verdictOn(depositModel, [...history.slice(0, 2), again])).toBe('contradicted')
})
