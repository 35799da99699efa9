import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { readDatabasePool } from './database.ts'
import { givenBy } from './given.ts'
import { readWebProcesses } from './processes.ts'

test('by default one core is left to the database, and there is at least one process', () => {
  const byDefault = readWebProcesses(givenBy({}), [])
  expect(byDefault).toBeGreaterThanOrEqual(1)
  expect(byDefault).toBeLessThanOrEqual(4)
  if (availableParallelism() <= 2) expect(byDefault).toBe(1)
})

test.for(['0', '65', '-1', '1.5', 'many'])('%s is not a number of processes', (value) => {
  const wrong: string[] = []
  readWebProcesses(givenBy({ WEB_PROCESSES: value }), wrong)
  expect(wrong).toEqual(['WEB_PROCESSES is not a number of processes from 1 to 64.'])
})

test.for([
  [1, 20],
  [3, 20],
  [4, 16],
  [16, 4],
  [64, 4],
] as const)('%i processes have %i connections each by default', ([processes, connections]) => {
  expect(readDatabasePool(givenBy({}), processes, [])).toBe(connections)
  expect(readDatabasePool(givenBy({ DATABASE_POOL: '7' }), processes, [])).toBe(7)
})
