import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { readPerVersion } from './read-per-version.ts'

const { db } = await testDatabase()

/** Returns how many times it has read. */
function counted() {
  let reads = 0
  return readPerVersion(async () => ++reads)
}

test('reads once per version, and again after another version', async () => {
  const read = counted()
  expect(await read(db, 'a')).toBe(1)
  expect(await read(db, 'a')).toBe(1)
  expect(await read(db, 'b')).toBe(2)
  expect(await read(db, 'b')).toBe(2)
  expect(await read(db, 'a')).toBe(3)
})

test('without a version it always reads, and the result is not cached', async () => {
  const read = counted()
  expect(await read(db, null)).toBe(1)
  expect(await read(db, null)).toBe(2)
  expect(await read(db, 'a')).toBe(3)
  expect(await read(db, null)).toBe(4)
  expect(await read(db, 'a')).toBe(3)
})

test('a failed read is not cached', async () => {
  let isAway = true
  const read = readPerVersion(async () => {
    if (isAway) throw new Error('away')
    return 'back'
  })
  await expect(read(db, 'a')).rejects.toThrow('away')
  isAway = false
  expect(await read(db, 'a')).toBe('back')
})

test('a slow read of an older version is not used for a newer one', async () => {
  const answers: ((text: string) => void)[] = []
  const read = readPerVersion(() => new Promise<string>((resolve) => answers.push(resolve)))
  const [older, newer] = [read(db, 'a'), read(db, 'b')]
  answers[1]?.('new')
  expect(await newer).toBe('new')
  answers[0]?.('old')
  expect(await older).toBe('old')
  const again = read(db, 'b')
  answers[2]?.('new again')
  expect(await again).toBe('new again')
})
