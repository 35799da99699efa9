import { join } from 'node:path'
import type { DatabaseUser } from '#db/embedded/database-user.ts'
import { type Daemon, startDaemon } from './daemon.ts'
import { lastingPort } from './port.ts'

export interface EtcdNode {
  readonly daemon: Daemon
  /** For its clients. */
  readonly port: number
}

/** Three nodes of etcd, as on three machines. */
export async function startEtcd(folder: string, user: DatabaseUser): Promise<EtcdNode[]> {
  const nodes: { name: string; port: number; peers: string }[] = []
  for (const number of [1, 2, 3]) {
    const peers = `http://127.0.0.1:${await lastingPort()}`
    nodes.push({ name: `etcd${number}`, port: await lastingPort(), peers })
  }
  const cluster = nodes.map(({ name, peers }) => `${name}=${peers}`).join(',')
  return nodes.map(({ name, port, peers }) => {
    const clients = `http://127.0.0.1:${port}`
    const daemon = startDaemon({
      command: 'etcd',
      args: [
        `--name=${name}`,
        `--data-dir=${join(folder, name)}`,
        `--listen-client-urls=${clients}`,
        `--advertise-client-urls=${clients}`,
        `--listen-peer-urls=${peers}`,
        `--initial-advertise-peer-urls=${peers}`,
        `--initial-cluster=${cluster}`,
        '--enable-v2=true',
        // On a busy machine with one disk for all of them.
        '--heartbeat-interval=300',
        '--election-timeout=3000',
      ],
      user,
      log: join(folder, `${name}.log`),
    })
    return { daemon, port }
  })
}

/** Who holds the leader key of the cluster; null while nobody does, or no node of etcd answers. */
export async function leaderIn(nodes: readonly EtcdNode[]): Promise<string | null> {
  try {
    return await Promise.any(nodes.map(({ port }) => leaderAt(port)))
  } catch {
    return null
  }
}

async function leaderAt(port: number): Promise<string> {
  const key = `http://127.0.0.1:${port}/v2/keys/service/hemline/leader?quorum=true`
  const response = await fetch(key, { signal: AbortSignal.timeout(2_000) })
  if (!response.ok) throw new Error(`etcd answers ${response.status}`)
  const { node }: { node: { value: string } } = await response.json()
  return node.value
}

/** Whether each takes part. */
export async function areHealthy(nodes: readonly EtcdNode[]): Promise<boolean> {
  const health = nodes.map(({ port }) =>
    fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(5_000) }),
  )
  return (await Promise.all(health)).every(({ ok }) => ok)
}
