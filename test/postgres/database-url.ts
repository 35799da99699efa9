import type { ConnectionTarget } from '#db/connection.ts'

/** A target as a setting: DATABASE_URL. */
export function urlOf(target: ConnectionTarget): string {
  if ('connectionString' in target) return target.connectionString
  const { host, port, user, database } = target
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
