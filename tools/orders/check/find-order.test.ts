import { expect, test } from 'vitest'
import { randomFrom } from '#tools/simulation/random.ts'
import { findOrder, type Model, type Operation } from './find-order.ts'
import { type ItemMove, itemModel } from './item.ts'
import { never } from './verdict.ts'

const PEOPLE = ['ana', 'bea', 'cia'] as const

/** Any answers to a few requests on one item, some of them lost. */
function someHistory(seed: number): Operation<ItemMove>[] {
  const random = randomFrom(seed)
  const keys = ['a', 'b']
  return Array.from({ length: 7 }, () => {
    const began = random.between(0, 12)
    const person = random.one(PEOPLE) ?? 'ana'
    const key = random.one(keys) ?? 'a'
    const start = random.between(1, 3)
    const days = { start, end: start + random.between(0, 1) }
    const lost = random.oneIn(2)
    const move: ItemMove | undefined = random.one<ItemMove>([
      { kind: 'rent', key, person: key, ...days, answer: lost ? null : 'done' },
      { kind: 'rent', key, person: key, ...days, answer: lost ? null : 'taken' },
      { kind: 'cancel', key, answer: lost ? null : 'done' },
      { kind: 'join', person, ...days, answer: lost ? null : 'done' },
      { kind: 'leave', person, answer: lost ? null : 'done' },
      { kind: 'place', person, shown: random.one(['waiting', 'offered', 'none']) ?? 'none' },
      { kind: 'mine', person: key, rentals: random.oneIn(2) ? [] : [days] },
    ])
    if (!move) throw new Error('no move')
    const isLost = 'answer' in move && move.answer === null
    return { began, ended: isLost ? never : began + random.between(1, 5), move }
  })
}

/** Tries every order, and every choice of lost requests that took no effect. */
function isExplained<State, Move>(
  model: Model<State, Move>,
  left: readonly Operation<Move>[],
  state = model.initial,
): boolean {
  const answered = left.filter(({ ended }) => ended !== never)
  if (answered.length === 0) return true
  const firstEnd = Math.min(...answered.map(({ ended }) => ended))
  return left.some((one) => {
    if (one.began > firstEnd) return false
    const next = model.step(state, one.move)
    return (
      next !== null &&
      isExplained(
        model,
        left.filter((other) => other !== one),
        next,
      )
    )
  })
}

test('the search says what trying every order says', () => {
  let explained = 0
  const different: number[] = []
  for (let seed = 1; seed <= 20_000; seed += 1) {
    const history = someHistory(seed)
    const is = isExplained(itemModel, history)
    if (is) explained += 1
    if ((findOrder(itemModel, history).kind === 'explained') !== is) different.push(seed)
  }
  expect(different).toEqual([])
  expect(explained).toBeGreaterThan(500)
})

test('forms that were sent again and again without an answer are no reason to give up', () => {
  const lost = Array.from({ length: 12 }, (_, number) =>
    Array.from({ length: 4 }, (): Operation<ItemMove> => {
      const [key, person] = [`k${number}`, `p${number}`]
      const days = { start: number * 10, end: number * 10 + 3 }
      return { began: 1, ended: never, move: { kind: 'rent', key, person, ...days, answer: null } }
    }),
  ).flat()
  const reads = Array.from({ length: 60 }, (_, number): Operation<ItemMove> => {
    const move = { kind: 'mine', person: `p${number % 12}`, rentals: [] } as const
    return { began: 2 + number, ended: 2.5 + number, move }
  })
  const last = { kind: 'cancel', key: 'k3', answer: 'done' } as const
  expect(findOrder(itemModel, [...lost, ...reads, { began: 90, ended: 91, move: last }]).kind).toBe(
    'explained',
  )
})
