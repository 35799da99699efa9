import { availableParallelism } from 'node:os'
import type { Given } from './given.ts'

/** More processes would need more memory than a machine with that many cores usually has. */
const MAX_BY_DEFAULT = 4
const MAX = 64

/**
 * How many processes serve requests. By default one core is left to PostgreSQL; on two cores a
 * second process costs more than it gains.
 */
export function readWebProcesses(given: Given, wrong: string[]): number {
  const byDefault = Math.min(Math.max(1, availableParallelism() - 1), MAX_BY_DEFAULT)
  const value = given('WEB_PROCESSES')
  if (value === null) return byDefault
  if (/^\d{1,2}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX) return Number(value)
  wrong.push(`WEB_PROCESSES is not a number of processes from 1 to ${MAX}.`)
  return byDefault
}
