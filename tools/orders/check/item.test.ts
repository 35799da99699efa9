import { expect, test } from 'vitest'
import { type ItemMove, itemModel } from './item.ts'
import type { JoinAnswer } from './line.ts'
import { type Timed, verdictOn } from './verdict.ts'

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
const calendar = (...taken: number[]): ItemMove => ({ kind: 'calendar', person: 'of z', taken })
const week = [1, 2, 3, 4, 5, 6, 7]
const swap = (key: string, answer: 'done' | 'over' | 'taken' | null) => ({
  kind: 'swap' as const,
  key,
  to: `in place of ${key}`,
  answer,
})
const join = (person: string, start: number, end: number, answer: JoinAnswer): ItemMove => ({
  kind: 'join',
  person,
  start,
  end,
  answer,
})
const place = (person: string, shown: 'waiting' | 'offered' | 'none'): ItemMove => ({
  kind: 'place',
  person,
  shown,
})
const leave = (person: string): ItemMove => ({ kind: 'leave', person, answer: 'done' })

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
  'a swapped rental makes room, and cannot be swapped again': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, swap('a', 'taken')],
    [5, 8, swap('a', 'done')],
    [6, 7, rent('b', 1, 'done')],
    [9, 10, swap('a', 'done')],
    [11, 12, { ...swap('a', 'over'), to: 'another one' }],
  ],
  'a lost swap took effect': [
    [1, 2, rent('a', 1, 'done')],
    [3, null, swap('a', null)],
    [4, 5, calendar(...week)],
    [6, 7, calendar()],
  ],
  'who waits gets an offer when the days get free': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, join('of b', 1, 2, 'done')],
    [5, 6, join('of c', 2, 4, 'done')],
    [7, 8, join('of d', 5, 5, 'done')],
    [9, 10, cancel('a')],
    [11, 12, place('of b', 'offered')],
    [11, 12, place('of c', 'waiting')],
    [13, 14, calendar(1, 2, 5)],
    [15, 16, rent('c', 2, 'taken')],
  ],
  'an offer is taken, and another one declined': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, join('of b', 1, 2, 'done')],
    [3, 4, join('of c', 6, 7, 'done')],
    [5, 6, swap('a', 'done')],
    [7, 8, leave('of c')],
    [9, 10, rent('b', 1, 'done')],
    [11, 12, place('of b', 'none')],
    [13, 14, calendar(...week)],
  ],
  'a lost cancellation makes an offer, a lost answer declines it': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, join('of b', 1, 2, 'done')],
    [5, null, cancel('a', null)],
    [6, 7, place('of b', 'waiting')],
    [8, 9, calendar(1, 2)],
    [10, null, { kind: 'leave', person: 'of b', answer: null }],
    [11, 12, join('of b', 1, 2, 'free')],
  ],
  'nobody waits for days of their own rental': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, join('of a', 7, 8, 'own')],
    [5, 6, join('of b', 1, 2, 'done')],
    [7, 8, cancel('a')],
    [9, 10, join('of a', 1, 2, 'done')],
  ],
  'who leaves two offers cannot join again': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, join('of b', 1, 2, 'done')],
    [5, 6, join('of b', 3, 3, 'waiting')],
    [7, 8, cancel('a')],
    [9, 10, leave('of b')],
    [11, 12, rent('c', 1, 'done')],
    [13, 14, join('of b', 1, 2, 'done')],
    [15, 16, cancel('c')],
    [17, 18, leave('of b')],
    [19, 20, rent('d', 1, 'done')],
    [21, 22, join('of b', 1, 2, 'unused')],
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
  'swapped twice': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, swap('a', 'done')],
    [5, 6, { ...swap('a', 'done'), to: 'another one' }],
  ],
  'a swapped rental that keeps its days': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, swap('a', 'done')],
    [5, 6, rent('b', 1, 'taken')],
  ],
  'no offer for days that got free': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, join('of b', 1, 2, 'done')],
    [5, 6, cancel('a')],
    [7, 8, place('of b', 'waiting')],
  ],
  'an offer out of turn': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, join('of b', 1, 2, 'done')],
    [5, 6, join('of c', 2, 3, 'done')],
    [7, 8, cancel('a')],
    [9, 10, place('of c', 'offered')],
  ],
  'days rented that an offer holds': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, join('of b', 1, 2, 'done')],
    [5, 6, cancel('a')],
    [7, 8, rent('c', 1, 'done')],
  ],
  'a declined offer that holds its days': [
    [1, 2, rent('a', 1, 'done')],
    [3, 4, join('of b', 1, 2, 'done')],
    [5, 6, cancel('a')],
    [7, 8, leave('of b')],
    [9, 10, calendar(1, 2)],
  ],
  'waiting for free days': [[1, 2, join('of b', 1, 2, 'done')]],
}

test.for(Object.entries(wrongItems))('item, not explained: %s', ([, history]) => {
  expect(verdictOn(itemModel, history)).toBe('contradicted')
})
