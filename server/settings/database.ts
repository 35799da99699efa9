import { type Given, hasScheme } from './given.ts'

export type DatabaseSettings =
  | { readonly kind: 'embedded' }
  /**
   * `directUrl` is for the worker and migrations, which do not work through a transaction pooler.
   */
  | { readonly kind: 'url'; readonly url: string; readonly directUrl: string }

export function readDatabase(given: Given, wrong: string[]): DatabaseSettings {
  const url = given('DATABASE_URL')
  const directUrl = given('DATABASE_DIRECT_URL')
  for (const [name, value] of Object.entries({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
  })) {
    if (value !== null && !hasScheme(value, ['postgres:', 'postgresql:'])) {
      wrong.push(
        `${name} is not a PostgreSQL connection URL (postgres://user:password@host/database).`,
      )
    }
  }
  if (url !== null) return { kind: 'url', url, directUrl: directUrl ?? url }
  if (directUrl !== null) wrong.push('DATABASE_DIRECT_URL requires DATABASE_URL.')
  return { kind: 'embedded' }
}

export function readStatements(given: Given, wrong: string[]): boolean {
  const value = given('STATEMENTS') ?? 'named'
  if (value !== 'named' && value !== 'unnamed') {
    wrong.push('STATEMENTS must be "named" (prepared once per connection) or "unnamed".')
  }
  return value !== 'unnamed'
}

const MAX_POOL = 20
/** For all processes of a machine: PostgreSQL accepts 100 by default, and others need some too. */
const CONNECTIONS = 64

/** The size of each process's connection pool. */
export function readDatabasePool(given: Given, webProcesses: number, wrong: string[]): number {
  const byDefault = Math.max(4, Math.min(MAX_POOL, Math.floor(CONNECTIONS / webProcesses)))
  const value = given('DATABASE_POOL')
  if (value === null) return byDefault
  if (/^\d{1,3}$/.test(value) && Number(value) >= 2) return Number(value)
  wrong.push('DATABASE_POOL is not a number of connections from 2 to 999.')
  return byDefault
}
