import { expect, test } from 'vitest'
import { findOrder, type Operation } from './find-order.ts'
import { never, type Timed, verdictOn } from './verdict.ts'
import { type WalletMove, walletModel } from './wallet.ts'

const cancel = (key: string) => ({
  kind: 'cancel' as const,
  key,
  answer: 'done' as const,
})
const swap = (key: string, answer: 'done' | null) => ({
  kind: 'swap' as const,
  key,
  to: `in place of ${key}`,
  answer,
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
  'a swap costs nothing, and comes back once': [
    [1, 2, paid('a', 'done')],
    [3, null, swap('a', null)],
    [4, 5, swap('a', 'done')],
    [6, 7, cancel('a')],
    [8, 9, balance(20)],
    [10, 11, cancel('in place of a')],
    [12, 13, balance(50)],
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
  'a swap that is paid twice': [
    [1, 2, paid('a', 'done')],
    [3, 4, gift('g', 'done')],
    [5, 6, swap('a', 'done')],
    [7, 8, balance(40)],
  ],
  'a swap of what was paid back': [
    [1, 2, paid('a', 'done')],
    [3, 4, cancel('a')],
    [5, 6, swap('a', 'done')],
  ],
}

test.for(Object.entries(wrongWallets))('wallet, not explained: %s', ([, history]) => {
  expect(verdictOn(walletModel(50), history)).toBe('contradicted')
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
