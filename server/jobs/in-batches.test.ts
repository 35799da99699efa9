import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

test('batches are processed until nothing is left', async () => {
  const left = [200, 200, 37, 0]
  expect(await inBatches(async () => left.shift() ?? 0)).toBe(437)
  expect(left).toEqual([])
})

test('a failed batch does not stop the next ones, and is reported at the end', async () => {
  const batches = [200, new Error('one rental'), 200, 0]
  const run = inBatches(async () => {
    const next = batches.shift() ?? 0
    if (next instanceof Error) throw next
    return next
  })
  await expect(run).rejects.toThrow('one rental')
  expect(batches).toEqual([])
})

test('repeated failures, or too long a run, leave the rest to the next run', async () => {
  let tries = 0
  const failing = inBatches(async () => {
    tries += 1
    throw new Error('all of them')
  })
  await expect(failing).rejects.toThrow('all of them')
  expect(tries).toBe(3)
  let minutes = 0
  expect(
    await inBatches(
      async () => 1,
      () => ++minutes * 60_000,
    ),
  ).toBe(19)
})
