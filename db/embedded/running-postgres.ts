import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findClusterHome, makeDataFolder } from './cluster-home.ts'
import type { SocketConnection } from './postgres.ts'
import { superuser } from './postmaster.ts'

/**
 * How to reach the PostgreSQL server that another process runs on the data below `dataDir`, or null
 * when its pid file names none. The caller has to check whether it responds.
 */
export function findRunningPostgres(dataDir: string): SocketConnection | null {
  const home = findClusterHome(makeDataFolder(dataDir), () => {})
  const pidFile = join(home.folder, 'cluster/postmaster.pid')
  if (!existsSync(pidFile)) return null
  const [, , , port, host] = readFileSync(pidFile, 'utf8').split('\n')
  if (!host || !port) return null
  return { host, port: Number(port), user: superuser, database: 'hemline' }
}
