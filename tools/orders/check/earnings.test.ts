import { expect, test } from 'vitest'
import { type EarningsMove, earningsModel, type Stage } from './earnings.ts'
import { type Timed, verdictOn } from './verdict.ts'

const earned = (key: string, answer: 'done' | null = 'done'): EarningsMove => ({
  kind: 'earn',
  key,
  cents: 30,
  answer,
})
const sums = (earnings: number, sent: number, paidOut: number): EarningsMove => ({
  kind: 'sums',
  earned: earnings,
  sent,
  paid: paidOut,
})
const list = (stages: Readonly<Record<string, Stage>>): EarningsMove => ({
  kind: 'list',
  shown: Object.entries(stages).map(([key, stage]) => ({ key, stage })),
})

const earnings: Readonly<Record<string, readonly Timed<EarningsMove>[]>> = {
  'earned, sent and paid': [
    [1, 2, earned('a')],
    [3, 4, sums(30, 0, 0)],
    [5, 6, earned('b')],
    [7, 8, list({ a: 'sent', b: 'earned' })],
    [9, 10, sums(0, 30, 30)],
    [11, 12, list({ a: 'paid', b: 'sent' })],
  ],
  'a lost correction was earned once': [
    [1, null, earned('a', null)],
    [2, 3, sums(0, 0, 0)],
    [4, 5, earned('a')],
    [6, 7, sums(0, 30, 0)],
  ],
}

test.for(Object.entries(earnings))('earnings: %s', ([, history]) => {
  expect(verdictOn(earningsModel, history)).toBe('explained')
})

const wrongEarnings: Readonly<Record<string, readonly Timed<EarningsMove>[]>> = {
  'paid twice': [
    [1, 2, earned('a')],
    [3, 4, sums(0, 30, 30)],
  ],
  'paid, and owed again': [
    [1, 2, earned('a')],
    [3, 4, list({ a: 'paid' })],
    [5, 6, list({ a: 'earned' })],
  ],
  'sums that come back': [
    [1, 2, earned('a')],
    [3, 4, sums(0, 0, 30)],
    [5, 6, sums(0, 30, 0)],
  ],
  'a list behind its sums': [
    [1, 2, earned('a')],
    [3, 4, sums(0, 30, 0)],
    [5, 6, list({ a: 'earned' })],
  ],
  'an earning that is missing': [
    [1, 2, earned('a')],
    [3, 4, list({})],
  ],
}

test.for(Object.entries(wrongEarnings))('earnings, not explained: %s', ([, history]) => {
  expect(verdictOn(earningsModel, history)).toBe('contradicted')
})
