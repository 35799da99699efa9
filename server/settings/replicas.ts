import type { DatabaseSettings } from './database.ts'
import { type Given, hasScheme } from './given.ts'

export type ReplicaSettings = {
  /** One for each replica; empty when everything is read from the primary. */
  readonly urls: readonly string[]
  /** A replica that is further behind is not read. */
  readonly maxLagSeconds: number
}

const DEFAULT_LAG_SECONDS = 5

export function readReplicas(
  given: Given,
  database: DatabaseSettings,
  wrong: string[],
): ReplicaSettings {
  const value = given('DATABASE_REPLICA_URL')
  const maxLagSeconds = readMaxLag(given, value !== null, wrong)
  if (value === null) return { urls: [], maxLagSeconds }
  const urls = value.split(',').map((url) => url.trim())
  if (database.kind !== 'url') wrong.push('DATABASE_REPLICA_URL requires DATABASE_URL.')
  if (!urls.every((url) => hasScheme(url, ['postgres:', 'postgresql:']))) {
    wrong.push(
      'DATABASE_REPLICA_URL is not a PostgreSQL connection URL (postgres://user:password@host/database), or several separated by commas.',
    )
  }
  if (new Set(urls).size < urls.length)
    wrong.push('DATABASE_REPLICA_URL contains the same address twice.')
  if (database.kind === 'url' && urls.some((url) => isPrimary(url, database))) {
    wrong.push(
      'DATABASE_REPLICA_URL contains the address of DATABASE_URL or DATABASE_DIRECT_URL: use those of the replicas.',
    )
  }
  return { urls, maxLagSeconds }
}

function isPrimary(
  replica: string,
  { url, directUrl }: Extract<DatabaseSettings, { kind: 'url' }>,
): boolean {
  return replica === url || replica === directUrl
}

function readMaxLag(given: Given, hasReplicas: boolean, wrong: string[]): number {
  const value = given('REPLICA_MAX_LAG')
  if (value === null) return DEFAULT_LAG_SECONDS
  if (!hasReplicas) wrong.push('REPLICA_MAX_LAG requires DATABASE_REPLICA_URL.')
  // With a smaller value, a replica would be left out between two checks.
  if (/^\d{1,4}$/.test(value) && Number(value) >= 3 && Number(value) <= 3600) return Number(value)
  wrong.push('REPLICA_MAX_LAG is not a number of seconds from 3 to 3600.')
  return DEFAULT_LAG_SECONDS
}
