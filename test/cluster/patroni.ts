import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseUser } from '#db/embedded/database-user.ts'
import { freePort } from '#test/free-port.ts'
import { childrenOf } from '#test/leftovers.ts'
import { type Daemon, killNow, startDaemon } from './daemon.ts'
import { filled } from './templates.ts'

export interface Node {
  readonly name: string
  readonly daemon: Daemon
  /** Host and port of its PostgreSQL. */
  readonly address: string
  readonly port: number
  readonly restPort: number
  /** Kills PostgreSQL with all its processes, and Patroni, as when the machine is lost. */
  lose(): void
  /** Patroni's view of all members; null while it does not answer. */
  members(): Promise<readonly Member[] | null>
}

export type Member = {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
}

export const passwords = {
  superuser: 'of-the-superuser',
  replication: 'of-the-replicas',
  shop: 'of-the-shop',
}

const BINARIES = '/usr/lib/postgresql'

/** The newest PostgreSQL that Debian has installed. */
function binariesOfDebian(): string {
  const versions = existsSync(BINARIES) ? readdirSync(BINARIES).map(Number) : []
  return join(BINARIES, String(Math.max(...versions)), 'bin')
}

export async function startNode(
  number: number,
  {
    folder,
    user,
    etcd,
  }: { readonly folder: string; readonly user: DatabaseUser; readonly etcd: string },
): Promise<Node> {
  const name = `node${number}`
  const [port, restPort] = [await freePort(), await freePort()]
  const data = join(folder, name)
  const config = join(folder, `${name}.yml`)
  const text = filled('patroni.yml', {
    NODE: name,
    ADDRESS: '127.0.0.1',
    REST_PORT: restPort,
    POSTGRES_PORT: port,
    ETCD: etcd,
    DATA_DIR: data,
    BIN_DIR: binariesOfDebian(),
    NETWORK: '127.0.0.1/32',
    SUPERUSER_PASSWORD: passwords.superuser,
    REPLICATION_PASSWORD: passwords.replication,
  })
  writeFileSync(config, text)
  const daemon = startDaemon({
    command: 'patroni',
    args: [config],
    user,
    log: join(folder, `${name}.log`),
  })
  return {
    name,
    daemon,
    address: `127.0.0.1:${port}`,
    port,
    restPort,
    lose: () => {
      const postmaster = postmasterIn(data)
      const processes = postmaster ? [postmaster, ...childrenOf(postmaster)] : []
      daemon.kill()
      for (const pid of processes) killNow(pid)
    },
    members: async () => {
      try {
        const url = `http://127.0.0.1:${restPort}/cluster`
        const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
        const { members }: { members: Member[] } = await response.json()
        return members
      } catch {
        return null
      }
    },
  }
}

/** The first line of the pid file. */
function postmasterIn(data: string): number | null {
  const file = join(data, 'postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
  return Number.isInteger(pid) ? pid : null
}

/** A leader, and replicas that follow it, of which one is synchronous. */
export function isWhole(members: readonly Member[]): boolean {
  const leader = members.find(({ role }) => role === 'leader')
  const followers = members.filter(({ role }) => role !== 'leader')
  return (
    members.length === 3 &&
    leader?.state === 'running' &&
    followers.some(({ role }) => role === 'sync_standby') &&
    // Patroni 3.0 calls a replica that streams "running", later ones "streaming".
    followers.every(
      ({ state, timeline }) =>
        ['running', 'streaming'].includes(state) && timeline === leader.timeline,
    )
  )
}
