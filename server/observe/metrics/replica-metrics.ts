import { Counter, Gauge, type Registry } from 'prom-client'
import type { ReadResult } from '#server/data/replicas/read-for-visitors.ts'
import type { Replicas } from '#server/data/replicas/replicas.ts'

/** How far the replicas are behind, and how many pages are read from them. */
export function replicaMetrics(registry: Registry, { report }: Pick<Replicas, 'report'>) {
  const registers = [registry]
  const reads = new Counter({
    name: 'hemline_replica_reads_total',
    help: 'Pages of visitors by where they were read; all but those of "replica" by the primary.',
    labelNames: ['result'],
    registers,
  })
  // By default the values of the processes of a machine are added up.
  const lag = new Gauge({
    name: 'hemline_replica_lag_seconds',
    help: 'How far a replica is behind at most.',
    labelNames: ['replica'],
    aggregator: 'max',
    registers,
  })
  const used = new Gauge({
    name: 'hemline_replica_used',
    help: '1 if visitors read this replica, else 0.',
    labelNames: ['replica'],
    aggregator: 'min',
    registers,
  })
  const connections = new Gauge({
    name: 'hemline_replica_connections',
    help: 'Connections to a replica by state; waiting: requests without one.',
    labelNames: ['replica', 'state'],
    registers,
  })
  return {
    count: (result: ReadResult) => reads.inc({ result }),
    show: () => {
      for (const { replica, lagMs, leftOut } of report()) {
        const { name, pool } = replica
        if (Number.isFinite(lagMs)) lag.set({ replica: name }, lagMs / 1_000)
        else lag.remove({ replica: name })
        used.set({ replica: name }, leftOut === null ? 1 : 0)
        connections.set({ replica: name, state: 'total' }, pool.totalCount)
        connections.set({ replica: name, state: 'idle' }, pool.idleCount)
        connections.set({ replica: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  }
}
