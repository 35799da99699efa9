import { expect, onTestFinished, test, vi } from 'vitest'
import { BoundedQueue, TooBusy } from './bounded-queue.ts'

/** Tasks that run until they are ended, and the numbers of those started so far. */
function startQueue(limits: ConstructorParameters<typeof BoundedQueue>[0]) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queue = new BoundedQueue(limits)
  const begun: number[] = []
  const ends = new Map<number, ReturnType<typeof Promise.withResolvers<number>>>()
  const add = (number: number) => {
    const end = Promise.withResolvers<number>()
    ends.set(number, end)
    const result = queue.run(() => {
      begun.push(number)
      return end.promise
    })
    // Rejections are checked later.
    result.catch(() => undefined)
    return result
  }
  return { add, begun, end: (number: number) => ends.get(number)?.resolve(number), ends }
}

test('two tasks run at a time, and the others follow in order', async () => {
  const { add, begun, end } = startQueue({ atOnce: 2, waiting: 3, waitMilliseconds: 1000 })
  const results = [1, 2, 3, 4, 5].map(add)
  expect(begun).toEqual([1, 2])
  end(2)
  expect(await results[1]).toBe(2)
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual([1, 2, 3])
  for (const number of [1, 3, 4, 5]) end(number)
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5])
})

test('a full queue refuses at once, and accepts more once a place is free', async () => {
  const { add, begun, end } = startQueue({ atOnce: 1, waiting: 2, waitMilliseconds: 1000 })
  const results = [1, 2, 3].map(add)
  await expect(add(4)).rejects.toThrow(TooBusy)
  end(1)
  await results[0]
  await vi.advanceTimersByTimeAsync(0)
  const fifth = add(5)
  await expect(add(6)).rejects.toThrow(TooBusy)
  for (const number of [2, 3, 5]) end(number)
  expect(await fifth).toBe(5)
  expect(begun).toEqual([1, 2, 3, 5])
})

test('a task that has waited too long is refused, never starts and frees its place', async () => {
  const { add, begun, end } = startQueue({ atOnce: 1, waiting: 2, waitMilliseconds: 1000 })
  const first = add(1)
  const second = add(2)
  await vi.advanceTimersByTimeAsync(1)
  const third = add(3)
  await vi.advanceTimersByTimeAsync(999)
  await expect(second).rejects.toThrow(TooBusy)
  const fourth = add(4)
  end(1)
  await first
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual([1, 3])
  // A task that has started has no time limit.
  await vi.advanceTimersByTimeAsync(900)
  end(3)
  expect(await third).toBe(3)
  end(4)
  expect(await fourth).toBe(4)
  expect(begun).toEqual([1, 3, 4])
  expect(vi.getTimerCount()).toBe(0)
})

test('a failing task makes room for the next', async () => {
  const { add, begun, end, ends } = startQueue({ atOnce: 1, waiting: 1, waitMilliseconds: 1000 })
  const first = add(1)
  const second = add(2)
  ends.get(1)?.reject(new Error('it failed'))
  await expect(first).rejects.toThrow('it failed')
  end(2)
  expect(await second).toBe(2)
  const third = add(3)
  expect(begun).toEqual([1, 2, 3])
  end(3)
  expect(await third).toBe(3)
})
