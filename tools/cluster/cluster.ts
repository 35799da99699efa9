import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll } from 'vitest'
import { preferredUser } from '#db/embedded/database-user.ts'
import { SHOP } from '#test/faults/world.ts'
import { type Certificate, makeCertificate } from './certificates.ts'
import { type Daemon, startDaemon } from './daemon.ts'
import { makeTable } from './direct-writes.ts'
import { areHealthy, type EtcdNode, leaderIn, startEtcd } from './etcd.ts'
import { isWhole, type Node, passwords, startNode } from './patroni.ts'
import { stablePort } from './port.ts'
import { proxyTo, type StallingProxy } from './stalling-proxy.ts'
import { filled, settingsIn } from './templates.ts'

export interface Cluster {
  /** Has the data and logs of all parts. */
  readonly folder: string
  /** The address of the database without the pooler. */
  readonly url: string
  /** The certificate of all parts, and one that they must not accept. */
  readonly certificates: Readonly<Record<'own' | 'other', Certificate>>
  /** Connections to the primary and the pooler, without TLS. */
  readonly shopAt: Readonly<Record<'primary' | 'pooler', pg.ClientConfig>>
  /** Starts another pooler, which trusts only the other certificate. */
  mistrustingPooler(): Promise<pg.ClientConfig>
  readonly nodes: readonly Node[]
  readonly etcd: readonly EtcdNode[]
  readonly balancer: Daemon
  readonly pooler: Daemon
  /** The proxies between the apps and the database: to the pooler and to the primary. */
  readonly proxies: readonly StallingProxy[]
  /** Settings of the apps, such as `DATABASE_URL`. */
  readonly settings: Readonly<Record<string, string>>
  /** The port of HAProxy, in front of the apps. */
  readonly shopPort: number
  readonly appPorts: readonly number[]
  /** The name of the leader according to etcd. */
  leader(): Promise<string | null>
  /** The node of the leader. */
  primary(): Promise<Node>
  /** The synchronous standby, which can be promoted. */
  standby(): Promise<Node>
  /** Lines of PostgreSQL's logs about commits that it acknowledged before a standby had them. */
  commitsWithoutStandby(): readonly string[]
  /** Waits until a different node is the leader. */
  untilNewLeader(node: Node): Promise<void>
  /** Waits until there is a leader and all other nodes follow it. */
  whole(): Promise<void>
}

const TIMEOUT_MS = 180_000

/** PostgreSQL's warning when `statement_timeout` ends a commit that waits for its standby. */
const COMMIT_WITHOUT_STANDBY = 'canceling wait for synchronous replication due to user request'

/** Lines of haproxy.cfg that need root; in this test HAProxy never runs as root. */
const ROOT_DIRECTIVES = /^ {2}(user|group|chroot) .+\n/gm

/** etcd, three nodes of Patroni, HAProxy and PgBouncer on this machine. Lasts for the file. */
export async function openCluster(): Promise<Cluster> {
  const user = preferredUser()
  const folder = mkdtempSync(join(tmpdir(), 'hemline-cluster-'))
  chmodSync(folder, 0o755)
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const running: Pick<Daemon, 'stop'>[] = []
  afterAll(async () => {
    // Each part needs the earlier ones to stop cleanly.
    for (const daemon of running.reverse()) await daemon.stop()
    // bin/test-cluster.mjs keeps the logs if the test fails, and otherwise removes them.
    for (const name of readdirSync(folder).filter((one) => !one.endsWith('.log')))
      rmSync(join(folder, name), { recursive: true, force: true })
  })
  const started = <T extends { readonly daemon: Daemon }>(part: T): T => {
    running.push(part.daemon)
    return part
  }
  const certificate = makeCertificate(folder, 'own', user)
  const other = makeCertificate(folder, 'other', user)
  const etcd = (await startEtcd({ folder, user, certificate })).map(started)
  await untilTrue('etcd answers', () => areHealthy(etcd, certificate))
  const nodes: Node[] = []
  for (const number of [1, 2, 3]) {
    const node = await startNode(number, { folder, user, etcd, certificate })
    const { toEtcd, toPatroni, toPostgres } = node.proxies
    const between = [...toEtcd, toPatroni, toPostgres]
    running.push(...between.map((way) => ({ stop: () => way.close() })))
    nodes.push(started(node))
  }

  const primaryPort = await stablePort()
  const shopPort = await stablePort()
  const appPorts = [await stablePort(), await stablePort(), await stablePort()]
  const local = (port: number) => `127.0.0.1:${port}`
  const addresses = Object.fromEntries(
    nodes.flatMap(({ address, restPort }, at) => [
      [`NODE${at + 1}`, address],
      [`NODE${at + 1}_REST_PORT`, restPort],
    ]),
  )
  const program = (command: string, file: string, text: string, ...options: string[]) => {
    const config = join(folder, file)
    writeFileSync(config, text)
    const log = join(folder, `${command}.log`)
    const daemon = startDaemon({ command, args: [...options, config], user, log, restarts: true })
    running.push(daemon)
    return daemon
  }
  const balancer = program(
    'haproxy',
    'haproxy.cfg',
    filled('haproxy.cfg', {
      ...addresses,
      CA: certificate.CA,
      PRIMARY: local(primaryPort),
      SHOP: local(shopPort),
      SCHEME: 'http',
      HOST: new URL(SHOP).host,
      ...Object.fromEntries(appPorts.map((port, at) => [`APP${at + 1}`, local(port)])),
    }).replaceAll(ROOT_DIRECTIVES, ''),
    '-db',
    '-f',
  )
  const users = join(folder, 'userlist.txt')
  writeFileSync(users, `"shop" "${passwords.shop}"\n`)
  const poolerPort = await stablePort()
  const startPooler = (port: number, file: string, { CA } = certificate) =>
    program(
      'pgbouncer',
      file,
      filled('pgbouncer.ini', {
        ...certificate,
        CA,
        PRIMARY_HOST: '127.0.0.1',
        PRIMARY_PORT: primaryPort,
        ADDRESS: '127.0.0.1',
        PORT: port,
        AUTH_FILE: users,
      }),
    )
  const pooler = startPooler(poolerPort, 'pgbouncer.ini')
  const proxies = [await proxyTo(poolerPort), await proxyTo(primaryPort)] as const
  afterAll(async () => {
    for (const way of proxies) await way.close()
  })

  const leader = () => leaderIn(etcd, certificate)
  const whole = () =>
    untilTrue('the cluster is whole', async () => {
      if (!(await areHealthy(etcd, certificate))) return false
      for (const node of nodes) {
        const members = await node.members()
        if (!members || !isWhole(members)) return false
      }
      return true
    })
  await whole()
  await setUp({ ...nodes[0]?.superuser, port: primaryPort })
  const shopAt = (port: number) => ({
    host: '127.0.0.1',
    port,
    user: 'shop',
    password: passwords.shop,
    database: 'hemline',
  })
  return {
    folder,
    url: `postgres://shop:${passwords.shop}@${local(primaryPort)}/hemline?sslmode=verify-full&sslrootcert=${certificate.CA}`,
    certificates: { own: certificate, other },
    shopAt: { primary: shopAt(primaryPort), pooler: shopAt(poolerPort) },
    mistrustingPooler: async () => {
      const port = await stablePort()
      startPooler(port, 'mistrusting.ini', other)
      return shopAt(port)
    },
    nodes,
    etcd,
    balancer,
    pooler,
    proxies,
    shopPort,
    appPorts,
    settings: settingsIn(
      filled('hemline.env', {
        ...addresses,
        ...certificate,
        PASSWORD: passwords.shop,
        PGBOUNCER: local(proxies[0].port),
        PRIMARY: local(proxies[1].port),
      }),
    ),
    leader,
    primary: async () => {
      const name = await leader()
      const node = nodes.find((one) => one.name === name)
      if (!node) throw new Error(`no node is called ${name}`)
      return node
    },
    standby: async () => {
      const members = (await nodes[0]?.members()) ?? []
      const name = members.find(({ role }) => role === 'sync_standby')?.name
      const node = nodes.find((one) => one.name === name)
      if (!node) throw new Error('no standby is synchronous')
      return node
    },
    commitsWithoutStandby: () =>
      nodes.flatMap(({ name }) =>
        readFileSync(join(folder, `${name}.log`), 'utf8')
          .split('\n')
          .filter((line) => line.includes(COMMIT_WITHOUT_STANDBY)),
      ),
    untilNewLeader: ({ name }) =>
      untilTrue('there is another leader', async () => {
        const now = await leader()
        return now !== null && now !== name
      }),
    whole,
  }
}

/** Creates the shop's role and database once the primary accepts connections. */
async function setUp(superuser: pg.ClientConfig): Promise<void> {
  await untilTrue('the primary accepts connections', async () => {
    const client = new pg.Client(superuser)
    client.on('error', () => {})
    await client.connect()
    try {
      // One statement at a time: databases cannot be created in a transaction.
      const commands = filled('shop.sql', { PASSWORD: passwords.shop }).replaceAll(/^--.*$/gm, '')
      for (const command of commands.split(';')) await client.query(command)
      await makeTable(client)
    } finally {
      await client.end()
    }
    return true
  })
}

export async function untilTrue(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const began = performance.now()
  let why: unknown
  const holds = async () => {
    try {
      return await isTrue()
    } catch (error) {
      why = error
      return false
    }
  }
  while (!(await holds())) {
    if (performance.now() - began > TIMEOUT_MS)
      throw new Error(`not within ${TIMEOUT_MS / 1000} s: ${what}`, { cause: why })
    await pause(50)
  }
}
