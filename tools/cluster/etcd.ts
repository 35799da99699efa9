import { join } from 'node:path'
import type { DatabaseUser } from '#db/embedded/database-user.ts'
import type { Certificate } from './certificates.ts'
import { type Daemon, startDaemon } from './daemon.ts'
import { stablePort } from './port.ts'
import { secureRequest } from './secure-request.ts'
import { filled, settingsIn } from './templates.ts'

export interface EtcdNode {
  readonly daemon: Daemon
  /** The port for clients. */
  readonly port: number
}

/** Starts three nodes of etcd, as on three machines. */
export async function startEtcd({
  folder,
  user,
  certificate,
}: {
  readonly folder: string
  readonly user: DatabaseUser
  readonly certificate: Certificate
}): Promise<EtcdNode[]> {
  const nodes: { name: string; port: number; peerPort: number }[] = []
  for (const number of [1, 2, 3])
    nodes.push({
      name: `etcd${number}`,
      port: await stablePort(),
      peerPort: await stablePort(),
    })
  const members = nodes.map(({ name, peerPort }) => `${name}=https://127.0.0.1:${peerPort}`)
  return nodes.map(({ name, port, peerPort }) => {
    const words = {
      ...certificate,
      NAME: name,
      DATA_DIR: join(folder, name),
      ADDRESS: '127.0.0.1',
      CLIENT_PORT: port,
      PEER_PORT: peerPort,
      MEMBERS: members.join(','),
    }
    const daemon = startDaemon({
      command: 'etcd',
      // Longer, because all nodes share one busy machine and disk.
      args: ['--heartbeat-interval=300', '--election-timeout=3000'],
      user,
      log: join(folder, `${name}.log`),
      env: settingsIn(filled('etcd.env', words)),
    })
    return { daemon, port }
  })
}

/** The holder of the leader key; null while there is none or no node of etcd answers. */
export async function leaderIn(
  nodes: readonly EtcdNode[],
  certificate: Certificate,
): Promise<string | null> {
  try {
    return await Promise.any(nodes.map(({ port }) => leaderAt(port, certificate)))
  } catch {
    return null
  }
}

async function leaderAt(port: number, certificate: Certificate): Promise<string> {
  const path = '/v2/keys/service/hemline/leader?quorum=true'
  const { node }: { node: { value: string } } = JSON.parse(
    await secureRequest({ port, path }, certificate),
  )
  return node.value
}

/** Whether all nodes are healthy. */
export async function areHealthy(
  nodes: readonly EtcdNode[],
  certificate: Certificate,
): Promise<boolean> {
  const path = '/health'
  const answers = await Promise.all(
    nodes.map(({ port }) => secureRequest({ port, path }, certificate)),
  )
  return answers.every((answer) => JSON.parse(answer).health === 'true')
}
