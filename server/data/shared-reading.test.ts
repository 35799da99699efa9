import { expect, test } from 'vitest'
import { readInBackground, shareReading } from './shared-reading.ts'

const unexpected = (error: unknown) => expect.fail(String(error))

function reading() {
  const { promise, resolve } = Promise.withResolvers<number>()
  return { promise, resolve }
}

test('concurrent requests share one reading', async () => {
  const results = [1, 2]
  let count = 0
  const read = shareReading(async () => results[count++], { seconds: 5, noteError: unexpected })
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  expect(await read()).toBe(2)
})

test('a slow reading times out, and is not repeated until it ends', async () => {
  const slow = reading()
  let count = 0
  const read = shareReading(
    () => {
      count += 1
      return slow.promise
    },
    { seconds: 0.01, noteError: unexpected },
  )
  expect(await read()).toBeNull()
  expect(await read()).toBeNull()
  expect(count).toBe(1)
  slow.resolve(7)
  expect(await slow.promise.then(read)).toBe(7)
})

test('after an error nothing is known, and the next one reads again', async () => {
  const problems: unknown[] = []
  let count = 0
  const read = shareReading(
    async () => {
      count += 1
      if (count === 1) throw new Error('away')
      return count
    },
    { seconds: 5, noteError: (error) => problems.push(error) },
  )
  expect(await Promise.all([read(), read()])).toEqual([null, null])
  expect(problems).toEqual([new Error('away')])
  expect(await read()).toBe(2)
})

test('a periodic reading runs once in each period, and its result stays after an error', async () => {
  let now = 1_000_000
  const started: ReturnType<typeof reading>[] = []
  const problems: unknown[] = []
  const at = new Date('2026-11-22T00:00:00Z')
  const ask = readInBackground(
    () => {
      const next = reading()
      started.push(next)
      return started.length === 2 ? Promise.reject(new Error('away')) : next.promise
    },
    {
      everyMs: 60_000,
      elapsed: () => now,
      clock: () => at,
      noteError: (error) => problems.push(error),
    },
  )
  expect(ask()).toBeNull()
  now += 600_000
  expect(ask()).toBeNull()
  expect(started).toHaveLength(1)
  started[0]?.resolve(3)
  await expect.poll(ask).toEqual({ value: 3, at })
  now += 59_999
  ask()
  expect(started).toHaveLength(1)
  now += 1
  expect(ask()).toEqual({ value: 3, at })
  await expect.poll(() => problems).toEqual([new Error('away')])
  expect(ask()).toEqual({ value: 3, at })
  expect(started).toHaveLength(2)
  now += 60_000
  ask()
  expect(started).toHaveLength(3)
})
