import { setTimeout as pause } from 'node:timers/promises'
import type { BucketState } from '#tools/faults/slow-bucket.ts'
import type { Random } from '#tools/simulation/random.ts'
import type { Apps } from './apps.ts'
import type { Cluster } from './cluster.ts'
import { writeDirectly } from './direct-writes.ts'
import { dropPackets } from './network.ts'
import type { Kind } from './options.ts'
import type { Node } from './patroni.ts'
import type { Pictures } from './pictures.ts'

/** What can be broken, and what is recorded for the results. */
export interface Scene {
  readonly cluster: Cluster
  readonly apps: Apps
  readonly bucket: { setState(state: BucketState): void }
  readonly pictures: Pictures
  readonly random: Random
  /** Seconds until another leader was elected, for each killed primary. */
  readonly elections: number[]
  /** Rows that former primaries acknowledged to clients still connected to them. */
  readonly writtenDirectly: string[]
}

interface Fault {
  readonly title: string
  begin(scene: Scene): Promise<void> | void
}

const FROZEN_MS = 15_000
/** Longer than the `ttl` of patroni.yml. */
const LONG_MS = 30_000
/** On an overloaded machine a process keeps pausing and then works for a moment. */
const SLOW_MS = 24_000
const PAUSE_MS = 1_500
const WORK_MS = 500
/** For faults that people should not notice. */
const SHORT_MS = 10_000

export const faults: Readonly<Record<Kind, Fault>> = {
  primary: {
    title: 'the primary killed',
    begin: async ({ cluster, elections }) => {
      const lost = await cluster.primary()
      const killedAt = performance.now()
      lost.lose()
      await cluster.untilNewLeader(lost)
      elections.push((performance.now() - killedAt) / 1_000)
      // The machine is back.
      lost.daemon.start()
    },
  },
  pooler: {
    title: 'the pooler killed',
    begin: ({ cluster }) => cluster.pooler.kill(),
  },
  app: {
    title: 'one of three apps killed',
    begin: ({ apps, random }) => apps.kill(random.between(0, 2)),
  },
  'app-frozen': {
    title: `one of three apps frozen for ${FROZEN_MS / 1_000} s`,
    begin: async ({ apps, random }) => {
      const frozen = apps.pid(random.between(0, 2))
      process.kill(frozen, 'SIGSTOP')
      await pause(FROZEN_MS)
      process.kill(frozen, 'SIGCONT')
    },
  },
  'apps-slow': {
    title: `all apps so busy for ${SLOW_MS / 1_000} s that they pause ${PAUSE_MS / 1_000} s at a time`,
    begin: async ({ apps }) => {
      const pids = [0, 1, 2].map((number) => apps.pid(number))
      const until = performance.now() + SLOW_MS
      while (performance.now() < until) {
        for (const pid of pids) process.kill(pid, 'SIGSTOP')
        await pause(PAUSE_MS)
        for (const pid of pids) process.kill(pid, 'SIGCONT')
        await pause(WORK_MS)
      }
    },
  },
  'half-open': {
    title: 'connections to the database half-open',
    begin: ({ cluster }) => {
      for (const proxy of cluster.proxies) proxy.stall()
    },
  },
  'etcd-node': {
    title: `one of three nodes of etcd lost for ${SHORT_MS / 1_000} s`,
    begin: async ({ cluster, random }) => {
      const lost = random.one(cluster.etcd)
      lost?.daemon.kill()
      await pause(SHORT_MS)
      lost?.daemon.start()
    },
  },
  etcd: {
    title: `all of etcd lost for ${LONG_MS / 1_000} s`,
    begin: async ({ cluster }) => {
      for (const { daemon } of cluster.etcd) daemon.kill()
      await pause(LONG_MS)
      for (const { daemon } of cluster.etcd) daemon.start()
    },
  },
  haproxy: {
    title: 'HAProxy killed',
    begin: ({ cluster }) => cluster.balancer.kill(),
  },
  storage: {
    title: `the image storage unavailable for ${SHORT_MS / 1_000} s`,
    begin: async ({ bucket, pictures }) => {
      bucket.setState('away')
      await Promise.all([pause(SHORT_MS), pictures.untilUnavailable()])
      bucket.setState('up')
      await pictures.untilAvailable()
    },
  },
  frozen: {
    title: 'the primary frozen until after the election',
    begin: (scene) =>
      whileWritingTo(scene, async (primary) => {
        primary.freeze()
        await Promise.all([pause(LONG_MS), scene.cluster.untilNewLeader(primary)])
        primary.thaw()
      }),
  },
  'standby-frozen': {
    title: `the synchronous standby frozen for ${LONG_MS / 1_000} s`,
    begin: async ({ cluster }) => {
      const standby = await cluster.standby()
      standby.freeze()
      await pause(LONG_MS)
      standby.thaw()
    },
  },
  'cut-off': {
    title: `the primary cut off from etcd for ${LONG_MS / 1_000} s`,
    begin: (scene) =>
      whileWritingTo(scene, async ({ proxies }) => {
        for (const proxy of proxies.toEtcd) proxy.cut()
        await pause(LONG_MS)
        for (const proxy of proxies.toEtcd) proxy.join()
      }),
  },
  partition: {
    title: 'the primary cut off from etcd and the other nodes',
    begin: (scene) =>
      whileWritingTo(scene, async (primary) => {
        const { cluster } = scene
        // This also cuts Patroni's connections between the other nodes, which do not need them.
        const rest = cluster.nodes.map(({ proxies }) => proxies.toPatroni)
        const cut = [...primary.proxies.toEtcd, primary.proxies.toPostgres, ...rest]
        for (const proxy of cut) proxy.cut()
        await Promise.all([pause(LONG_MS), cluster.untilNewLeader(primary)])
        for (const proxy of cut) proxy.join()
      }),
  },
  'lost-network': {
    title: 'the primary’s machine without a network, so that nothing answers for it',
    begin: (scene) =>
      whileWritingTo(scene, async (primary) => {
        const { cluster } = scene
        const { port, restPort, proxies } = primary
        const ways = [proxies.toPostgres, ...proxies.toEtcd]
        // The last ones are between Patronis only, so the others do not need them either.
        const own = [...ways, ...cluster.nodes.map((node) => node.proxies.toPatroni)]
        const { restore } = dropPackets([port, restPort, ...own.map((way) => way.port)])
        await Promise.all([pause(LONG_MS), cluster.untilNewLeader(primary)])
        restore()
      }),
  },
  successor: {
    title: 'the primary killed, and its successor after the election',
    begin: async ({ cluster, random }) => {
      const first = await cluster.primary()
      first.lose()
      await cluster.untilNewLeader(first)
      const second = await cluster.primary()
      // Either during its promotion, or while it serves without a standby.
      await pause(random.between(0, 4_000))
      second.lose()
      first.daemon.start()
      second.daemon.start()
    },
  },
  'two-nodes': {
    title: `the primary and its standby killed, and back after ${SHORT_MS / 1_000} s`,
    begin: async ({ cluster }) => {
      const primary = await cluster.primary()
      const standby = await cluster.standby()
      const lost = [primary, standby]
      for (const node of lost) node.lose()
      await pause(SHORT_MS)
      for (const { daemon } of lost) daemon.start()
    },
  },
  machine: {
    title: 'the primary, a node of etcd, HAProxy, PgBouncer and an app killed together',
    begin: async ({ cluster, apps, random }) => {
      const primary = await cluster.primary()
      const etcd = random.one(cluster.etcd)
      primary.lose()
      etcd?.daemon.kill()
      cluster.balancer.kill()
      cluster.pooler.kill()
      apps.kill(random.between(0, 2))
      await cluster.untilNewLeader(primary)
      etcd?.daemon.start()
      primary.daemon.start()
    },
  },
  'no-etcd-and-replica': {
    title: `all of etcd lost for ${LONG_MS / 1_000} s, and a replica with it`,
    begin: async ({ cluster, random }) => {
      const primary = await cluster.primary()
      const lost = random.one(cluster.nodes.filter(({ name }) => name !== primary.name))
      for (const { daemon } of cluster.etcd) daemon.kill()
      lost?.lose()
      await pause(LONG_MS)
      for (const { daemon } of cluster.etcd) daemon.start()
      lost?.daemon.start()
    },
  },
}

/** Until the cluster is whole again, a client keeps writing to the same node, without HAProxy. */
async function whileWritingTo(
  { cluster, writtenDirectly }: Scene,
  fault: (primary: Node) => Promise<void>,
): Promise<void> {
  const primary = await cluster.primary()
  const writes = writeDirectly(primary.superuser)
  await pause(1_000)
  await fault(primary)
  await cluster.whole()
  await writes.stop()
  writtenDirectly.push(...writes.acknowledged)
}
