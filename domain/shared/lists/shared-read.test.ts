import { expect, test } from 'vitest'
import { createSharedRead, SHARED_MS } from './shared-read.ts'

/** Shared reads with a clock, and a read that returns how often it was called. */
function setUp(limits?: Parameters<typeof createSharedRead>[1]) {
  let time = 0
  let reads = 0
  const { get, peek } = createSharedRead<number | string>(() => time, limits)
  return {
    peek,
    get: (key: string, isNew = false) => get(key, isNew, async () => ++reads),
    getText: (key: string, text: string) => get(key, false, async () => `${text} ${++reads}`),
    pass: (ms: number) => {
      time += ms
    },
  }
}

test('a result is shared for two seconds, by key', async () => {
  const { get, pass } = setUp()
  expect(await get('styles')).toBe(1)
  pass(SHARED_MS - 1)
  expect(await get('styles')).toBe(1)
  expect(await get('sizes')).toBe(2)
  pass(1)
  expect(await get('styles')).toBe(3)
})

test('simultaneous requests share one read', async () => {
  const { get } = setUp()
  expect(await Promise.all([get('styles'), get('styles'), get('styles')])).toEqual([1, 1, 1])
})

test('a person who has changed something always reads, and others share that result', async () => {
  const { get, pass } = setUp()
  expect(await get('styles')).toBe(1)
  pass(1_000)
  expect(await get('styles', true)).toBe(2)
  pass(1_500)
  expect(await get('styles')).toBe(2)
  expect(await get('styles', true)).toBe(3)
})

test('a slow read from before a change does not replace the one after it', async () => {
  const { get } = createSharedRead<string>(() => 0)
  const answers: ((text: string) => void)[] = []
  const read = () => new Promise<string>((resolve) => answers.push(resolve))
  const [before, after] = [get('styles', false, read), get('styles', true, read)]
  answers[1]?.('after')
  answers[0]?.('before')
  expect(await Promise.all([before, after])).toEqual(['before', 'after'])
  expect(await get('styles', false, read)).toBe('after')
})

test('a failed read fails for all that waited for it, and is not shared afterwards', async () => {
  const { get } = createSharedRead<string>(() => 0)
  const failing = async () => {
    throw new Error('away')
  }
  const both = await Promise.allSettled([get('a', false, failing), get('a', false, failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await get('a', false, async () => 'back')).toBe('back')
})

test('the oldest results are evicted when there are too many, or too many bytes', async () => {
  const few = setUp({ maxEntries: 2 })
  for (const key of ['a', 'b', 'c']) await few.get(key)
  expect(await few.get('c')).toBe(3)
  expect(await few.get('b')).toBe(2)
  expect(await few.get('a')).toBe(4)

  const small = setUp({ maxBytes: 5_000 })
  await small.getText('a', 'x'.repeat(1_000))
  await small.getText('b', 'y'.repeat(1_000))
  expect(await small.getText('b', 'new')).toMatch(/^y/)
  expect(await small.getText('a', 'new')).toBe('new 3')
})

test('nothing is shared with a time of 0', async () => {
  const { get } = setUp({ sharedMs: 0 })
  expect(await get('styles')).toBe(1)
  expect(await get('styles')).toBe(2)
})

test('peek returns a shared result without reading', async () => {
  const { get, peek, pass } = setUp()
  expect(peek('styles')).toBeNull()
  const read = get('styles')
  expect(peek('styles')).toBe(read)
  pass(SHARED_MS)
  expect(peek('styles')).toBeNull()
})
