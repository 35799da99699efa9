import { join } from 'node:path'
import type { DatabaseUser } from '#db/embedded/database-user.ts'
import { freePort } from '#test/free-port.ts'
import { type Daemon, startDaemon } from './daemon.ts'

export interface Etcd {
  readonly daemon: Daemon
  /** Host and port for its clients. */
  readonly address: string
  /** Who holds the leader key of the cluster; null while nobody does. */
  leader(): Promise<string | null>
}

/** One node of etcd; three on three machines tolerate the loss of one. */
export async function startEtcd(folder: string, user: DatabaseUser): Promise<Etcd> {
  const [clients, peers] = [await freePort(), await freePort()]
  const address = `127.0.0.1:${clients}`
  const daemon = startDaemon({
    command: 'etcd',
    args: [
      '--name=etcd1',
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=http://${address}`,
      `--advertise-client-urls=http://${address}`,
      `--listen-peer-urls=http://127.0.0.1:${peers}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peers}`,
      `--initial-cluster=etcd1=http://127.0.0.1:${peers}`,
    ],
    user,
    log: join(folder, 'etcd.log'),
  })
  const key = Buffer.from('/service/hemline/leader').toString('base64')
  return {
    daemon,
    address,
    leader: async () => {
      try {
        const response = await fetch(`http://${address}/v3/kv/range`, {
          method: 'POST',
          body: JSON.stringify({ key }),
          signal: AbortSignal.timeout(2_000),
        })
        const { kvs }: { kvs?: { value: string }[] } = await response.json()
        const value = kvs?.[0]?.value
        return value === undefined ? null : Buffer.from(value, 'base64').toString()
      } catch {
        return null
      }
    },
  }
}
