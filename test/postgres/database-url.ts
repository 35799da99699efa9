import type { ConnectionTarget } from '#db/connection.ts'

/** A target as a setting: DATABASE_URL. */
export function urlOf(target: ConnectionTarget): string {
  if ('connectionString' in target) return target.connectionString
  const { host, port, user, database } = target
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Another database of the same server. */
export function databaseIn(target: ConnectionTarget, database: string): ConnectionTarget {
  if (!('connectionString' in target)) return { ...target, database }
  const url = new URL(target.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}
