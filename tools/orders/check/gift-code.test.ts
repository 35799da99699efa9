import { expect, test } from 'vitest'
import { type GiftMove, giftModel } from './gift-code.ts'
import { type Timed, verdictOn } from './verdict.ts'

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
