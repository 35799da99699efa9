import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { DatabaseUser } from '#db/embedded/database-user.ts'
import { childrenOf } from '#test/leftovers.ts'
import type { Certificate } from './certificates.ts'
import { type Daemon, signal, startDaemon } from './daemon.ts'
import { stablePort } from './port.ts'
import { secureRequest } from './secure-request.ts'
import { proxyTo, type StallingProxy } from './stalling-proxy.ts'
import { filled } from './templates.ts'

export interface Node {
  readonly name: string
  readonly daemon: Daemon
  /** Host and port of its PostgreSQL. */
  readonly address: string
  readonly port: number
  readonly restPort: number
  /** Kills Patroni and all processes of PostgreSQL, as if the machine were lost. */
  lose(): void
  /** Pauses all of these processes until `thaw`. */
  freeze(): void
  thaw(): void
  readonly proxies: NodeProxies
  /** A direct connection to its PostgreSQL. */
  readonly superuser: pg.ClientConfig
  /** Patroni's view of all members; null while it does not answer. */
  members(): Promise<readonly Member[] | null>
}

export interface NodeProxies {
  /** From its Patroni to the nodes of etcd. */
  readonly toEtcd: readonly StallingProxy[]
  /** From the other nodes to its Patroni and its PostgreSQL. */
  readonly toPatroni: StallingProxy
  readonly toPostgres: StallingProxy
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

/** The newest PostgreSQL installed from Debian packages. */
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
    certificate,
  }: {
    readonly folder: string
    readonly user: DatabaseUser
    readonly etcd: readonly { readonly port: number }[]
    readonly certificate: Certificate
  },
): Promise<Node> {
  const name = `node${number}`
  const [port, restPort] = [await stablePort(), await stablePort()]
  const proxies: NodeProxies = {
    toEtcd: await Promise.all(etcd.map((node) => proxyTo(node.port))),
    toPatroni: await proxyTo(restPort),
    toPostgres: await proxyTo(port),
  }
  const local = (way: StallingProxy) => `127.0.0.1:${way.port}`
  const data = join(folder, name)
  const config = join(folder, `${name}.yml`)
  const text = filled('patroni.yml', {
    ...certificate,
    NODE: name,
    ADDRESS: '127.0.0.1',
    REST_PORT: restPort,
    POSTGRES_PORT: port,
    ETCD: proxies.toEtcd.map(local).join(','),
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
    env: {
      // Otherwise it discovers the addresses of etcd itself and bypasses the ways.
      PATRONI_ETCD_USE_PROXIES: 'true',
      PATRONI_RESTAPI_CONNECT_ADDRESS: local(proxies.toPatroni),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: local(proxies.toPostgres),
    },
  })
  const send = (what: NodeJS.Signals) => {
    const postmaster = postmasterIn(data)
    const processes = postmaster ? [postmaster, ...childrenOf(postmaster)] : []
    for (const pid of [daemon.pid(), ...processes]) signal(pid, what)
  }
  return {
    name,
    daemon,
    address: `127.0.0.1:${port}`,
    port,
    restPort,
    lose: () => send('SIGKILL'),
    freeze: () => {
      send('SIGSTOP')
      // A process can start another one before the first signal stops it.
      send('SIGSTOP')
    },
    thaw: () => send('SIGCONT'),
    proxies,
    superuser: {
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: passwords.superuser,
      database: 'postgres',
      ssl: { ca: readFileSync(certificate.CA) },
    },
    members: async () => {
      try {
        const answer = await secureRequest(
          { port: restPort, path: '/cluster' },
          { CA: certificate.CA },
        )
        const { members }: { members: Member[] } = JSON.parse(answer)
        return members
      } catch {
        return null
      }
    },
  }
}

/** The process id in the first line of the pid file. */
function postmasterIn(data: string): number | null {
  const file = join(data, 'postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
  return Number.isInteger(pid) ? pid : null
}

/** Whether there is a leader and two replicas that follow it, at least one of them synchronous. */
export function isWhole(members: readonly Member[]): boolean {
  const leader = members.find(({ role }) => role === 'leader')
  const followers = members.filter(({ role }) => role !== 'leader')
  return (
    members.length === 3 &&
    leader?.state === 'running' &&
    followers.some(({ role }) => role === 'sync_standby') &&
    // Patroni 3.0 calls a streaming replica "running", later versions "streaming".
    followers.every(
      ({ state, timeline }) =>
        ['running', 'streaming'].includes(state) && timeline === leader.timeline,
    )
  )
}
