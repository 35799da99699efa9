import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian installs some programs in folders that are only in root's path. */
export const SYSTEM = ['/usr/sbin', '/usr/bin']

export const isRoot = process.getuid?.() === 0

const NEEDED = [
  { name: 'postgresql', isInstalled: () => hasPostgres('/usr/lib/postgresql') },
  { name: 'etcd-server', isInstalled: () => isProgram('etcd') },
  { name: 'patroni', isInstalled: () => isProgram('patroni') },
  // Patroni needs it to use etcd.
  { name: 'python3-etcd', isInstalled: () => existsSync('/usr/lib/python3/dist-packages/etcd') },
  // Patroni's etcd library needs it for TLS, but neither package depends on it.
  { name: 'python3-idna', isInstalled: () => existsSync('/usr/lib/python3/dist-packages/idna') },
  { name: 'haproxy', isInstalled: () => isProgram('haproxy') },
  { name: 'pgbouncer', isInstalled: () => isProgram('pgbouncer') },
  // Only root can use it, for the kind of fault lost-network.
  { name: 'nftables', isInstalled: () => !isRoot || isProgram('nft') },
]

/** Packages of Debian that a cluster needs and that are not installed. */
export function missingPackages() {
  return NEEDED.filter(({ isInstalled }) => !isInstalled()).map(({ name }) => name)
}

export function isProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM]
  return folders.some((folder) => existsSync(join(folder, name)))
}

/** The server, not only its clients. */
function hasPostgres(folder) {
  if (!existsSync(folder)) return false
  return readdirSync(folder).some((version) => existsSync(join(folder, version, 'bin/postgres')))
}
