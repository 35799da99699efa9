import { expect, test } from 'vitest'
import { type DepositMove, depositModel } from './deposit.ts'
import { findOrder, type Model, type Operation } from './find-order.ts'
import { type GiftMove, giftModel } from './gift-code.ts'
import { type ItemMove, itemModel } from './item.ts'
import { type WalletMove, walletModel } from './wallet.ts'

type Timed<Move> = readonly [began: number, ended: number | null, move: Move]

const never = Number.POSITIVE_INFINITY

function verdictOn<State, Move>(model: Model<State, Move>, history: readonly Timed<Move>[]) {
  const operations = history.map(
    ([began, ended, move]): Operation<Move> => ({ began, ended: ended ?? never, move }),
  )
  return findOrder(model, operations).kind
}

const rent = (key: string, start: number, answer: 'done' | 'taken' | 'short' | null): ItemMove => ({
  kind: 'rent',
  key,
  person: `of ${key}`,
  start,
  end: start + 6,
  answer,
})
const cancel = (key: string, answer: 'done' | null = 'done') => ({
  kind: 'cancel' as const,
  key,
  answer,
})
const calendar = (...taken: number[]): ItemMove => ({ kind: 'calendar', taken })
const week = [1, 2, 3, 4, 5, 6, 7]

const items: Readonly<Record<string, readonly Timed<ItemMove>[]>> = {
  'one of two at once gets it': [
    [1, 4, rent('a', 1, 'done')],
    [2, 3, rent('b', 5, 'taken')],
    [5, 6, calendar(...week)],
  ],
  'a lost answer took effect, later than others were answered': [
    [1, null, rent('a', 1, null)],
    [2, 3, calendar()],
    [4, 5, rent('b', 1, 'taken')],
    [6, 7, { kind: 'mine', person: 'of a', rentals: [{ start: 1, end: 7 }] }],
  ],
  'a lost answer took no effect': [
    [1, null, rent('a', 1, null)],
    [2, 3, rent('b', 1, 'done')],
    [4, 5, { kind: 'mine', person: 'of a', rentals: [] }],
  ],
  'the same form sent again': [
    [1, null, rent('a', 1, null)],
    [2, 3, rent('a', 1, 'done')],
    [4, 5, calendar(...week)],
  ],
  'other days make room': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, { kind: 'change', key: 'a', start: 8, end: 14, answer: 'done' }],
    [5, 6, rent('b', 1, 'done')],
    [7, 8, { kind: 'change', key: 'b', end: 9, answer: 'taken' }],
    [9, 10, { kind: 'change', key: 'b', end: 9, answer: 'short' }],
  ],
}

test.for(Object.entries(items))('item: %s', ([, history]) => {
  expect(verdictOn(itemModel, history)).toBe('explained')
})

const wrongItems: Readonly<Record<string, readonly Timed<ItemMove>[]>> = {
  'booked twice': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, rent('b', 7, 'done')],
  ],
  'booked twice at once': [
    [1, 3, rent('a', 1, 'done')],
    [2, 4, rent('b', 1, 'done')],
  ],
  'a stale calendar': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, calendar()],
  ],
  'refused without a reason': [[1, 2, rent('a', 1, 'taken')]],
  'a forgotten cancellation': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, cancel('a')],
    [5, 6, rent('b', 1, 'taken')],
  ],
  'there, gone, and there again': [
    [1, null, rent('a', 1, null)],
    [2, 3, calendar(...week)],
    [4, 5, calendar()],
  ],
  'other days that are taken, but refused for a lack of credits': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, rent('b', 8, 'done')],
    [5, 6, { kind: 'change', key: 'a', start: 2, end: 8, answer: 'short' }],
  ],
  'an extension over the next rental': [
    [1, 2, rent('a', 1, 'done')],
    [1, 2, rent('b', 8, 'done')],
    [3, 4, { kind: 'change', key: 'a', end: 8, answer: 'done' }],
  ],
}

test.for(Object.entries(wrongItems))('item, not explained: %s', ([, history]) => {
  expect(verdictOn(itemModel, history)).toBe('contradicted')
})

const paid = (key: string, answer: 'done' | 'short' | null): WalletMove => ({
  kind: 'rent',
  key,
  start: 1,
  end: 7,
  perWeek: 30,
  answer,
})
const balance = (credits: number): WalletMove => ({ kind: 'balance', credits })
const gift = (from: string, answer: 'done' | null): WalletMove => ({
  kind: 'gain',
  from,
  credits: 50,
  answer,
})

const wallets: Readonly<Record<string, readonly Timed<WalletMove>[]>> = {
  'what was paid comes back once': [
    [1, 2, paid('a', 'done')],
    [3, 4, paid('b', 'short')],
    [5, 9, cancel('a')],
    [6, 7, cancel('a')],
    [10, 11, balance(50)],
  ],
  'a lost claim counts once': [
    [1, null, gift('g', null)],
    [2, 3, balance(50)],
    [4, 5, balance(100)],
  ],
  'a longer rental costs the difference': [
    [1, 2, paid('a', 'done')],
    [3, 4, { kind: 'change', key: 'a', end: 8, answer: 'short' }],
    [5, 6, gift('g', 'done')],
    [7, 8, { kind: 'change', key: 'a', end: 8, answer: 'done' }],
    [9, 10, balance(40)],
  ],
}

test.for(Object.entries(wallets))('wallet: %s', ([, history]) => {
  expect(verdictOn(walletModel(50), history)).toBe('explained')
})

const wrongWallets: Readonly<Record<string, readonly Timed<WalletMove>[]>> = {
  'a lost update': [
    [1, 4, paid('a', 'done')],
    [2, 3, gift('g', 'done')],
    [5, 6, balance(100)],
  ],
  'paid back twice': [
    [1, 2, paid('a', 'done')],
    [3, 4, cancel('a')],
    [5, 6, balance(80)],
  ],
  'paid twice for a form sent twice': [
    [1, null, paid('a', null)],
    [2, 3, paid('a', 'done')],
    [4, 5, balance(-10)],
  ],
  'a balance of another moment': [
    [1, 2, paid('a', 'done')],
    [3, 4, balance(50)],
  ],
}

test.for(Object.entries(wrongWallets))('wallet, not explained: %s', ([, history]) => {
  expect(verdictOn(walletModel(50), history)).toBe('contradicted')
})

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

test('a gift is claimed once', () => {
  const claim = (person: string, answer: 'done' | 'used' | null): GiftMove => ({
    kind: 'claim',
    person,
    answer,
  })
  const history: Timed<GiftMove>[] = [
    [1, 5, claim('a', 'done')],
    [2, 3, { kind: 'shown', isClaimed: false }],
    [2, 4, claim('b', 'used')],
    [6, 7, { kind: 'shown', isClaimed: true }],
  ]
  expect(verdictOn(giftModel, history)).toBe('explained')
  expect(verdictOn(giftModel, [...history, [8, 9, claim('b', 'done')]])).toBe('contradicted')
  expect(verdictOn(giftModel, [[1, 2, claim('a', 'used')]])).toBe('contradicted')
})

test('a search that takes too long is no success', () => {
  const lost = Array.from({ length: 40 }, (_, number): Operation<WalletMove> => {
    const move = { kind: 'gain', from: `${number}`, credits: 2 ** number, answer: null } as const
    return { began: 1, ended: never, move }
  })
  const read = { began: 2, ended: 3, move: balance(0.5) }
  expect(findOrder(walletModel(0), [...lost, read], 1_000)).toMatchObject({
    kind: 'undecided',
    by: read,
  })
})
