import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { TooBusy } from '#domain/shared/lists/bounded-queue.ts'
import { inTurn } from './photos-in-turn.ts'

/** Bodies that are being read until they are ended. */
function arriving() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ends: (() => void)[] = []
  const begin = (personId = newId()) => {
    const result = inTurn(
      personId,
      () => new Promise<'read'>((resolve) => ends.push(() => resolve('read'))),
    )
    // A rejection is asserted later.
    result.catch(() => undefined)
    return result
  }
  const endAll = async () => {
    while (ends.length > 0) {
      ends.splice(0).forEach((end) => {
        end()
      })
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  return { begin, begun: () => ends.length, endAll }
}

test('one person has six bodies read at a time, and others are read meanwhile', async () => {
  const { begin, begun, endAll } = arriving()
  const person = newId()
  const own = Array.from({ length: 36 }, () => begin(person))
  expect(begun()).toBe(6)
  await expect(begin(person)).rejects.toThrow(TooBusy)
  const other = begin()
  expect(begun()).toBe(7)
  await endAll()
  expect(await Promise.all(own)).toEqual(own.map(() => 'read'))
  expect(await other).toBe('read')
})

test('sixty bodies are read at a time; another one is refused after waiting twenty seconds', async () => {
  const { begin, begun, endAll } = arriving()
  const first = Array.from({ length: 60 }, () => begin())
  const late = begin()
  expect(begun()).toBe(60)
  await vi.advanceTimersByTimeAsync(20_000)
  await expect(late).rejects.toThrow(TooBusy)
  await endAll()
  expect(await Promise.all(first)).toHaveLength(60)
  const next = begin()
  expect(begun()).toBe(1)
  await endAll()
  expect(await next).toBe('read')
})
