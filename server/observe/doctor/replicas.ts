import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionTarget } from '#db/connection.ts'
import {
  createReplicas,
  type ReplicaReport,
  type Replicas,
} from '#server/data/replicas/replicas.ts'
import type { ReplicaSettings } from '#server/settings/replicas.ts'
import { type Found, found } from './check.ts'

const MAX_CHECKS = 5
const BETWEEN_CHECKS_MS = 1_000

const REMEDIES = {
  'not checked yet': 'its state could not be found out: run the doctor again',
  'unreachable or slow':
    'it cannot be reached, or takes longer than a second: check host, port, user and password in DATABASE_REPLICA_URL, and that it accepts connections',
  'a replica of another database':
    'it is a replica of another database: visitors would see another shop, so it is never read',
  behind: 'it is further behind than REPLICA_MAX_LAG: check that it receives and replays changes',
} as const

/** Whether each address leads to a replica of this database that is recent enough. */
export async function checkReplicas(
  settings: ReplicaSettings,
  primary: ConnectionTarget,
): Promise<Found> {
  if (settings.urls.length === 0) return { skipped: 'DATABASE_REPLICA_URL is not set' }
  const replicas = createReplicas({
    replicas: settings,
    target: primary,
    databasePool: 2,
    preparedStatements: false,
    elapsed: () => performance.now(),
    note: () => {},
  })
  try {
    const report = await reportOf(replicas)
    const problems = report.flatMap(problemOf)
    // After a failover one of the addresses is that of the primary.
    if (report.every(({ leftOut }) => leftOut === 'not a replica'))
      problems.push(
        'No address in DATABASE_REPLICA_URL leads to a replica: visitors read the primary.',
      )
    return found(problems, report.map(inWords).join(', '))
  } finally {
    await replicas.close()
  }
}

/** Checks repeatedly: the lag of a busy replica is known only after further checks. */
async function reportOf(replicas: Replicas): Promise<readonly ReplicaReport[]> {
  for (let tries = 1; ; tries += 1) {
    await replicas.checked()
    const report = replicas.report()
    if (tries === MAX_CHECKS || report.every(({ leftOut }) => leftOut !== 'behind')) return report
    await pause(BETWEEN_CHECKS_MS)
  }
}

function problemOf({ replica, leftOut }: ReplicaReport): string[] {
  if (leftOut === null || leftOut === 'not a replica') return []
  const remedy = leftOut === 'failed' || leftOut === 'slow' ? leftOut : REMEDIES[leftOut]
  return [`The replica at ${replica.name} is not read: ${remedy}.`]
}

function inWords({ replica, lagMs, leftOut }: ReplicaReport): string {
  if (leftOut === 'not a replica') return `${replica.name} is the primary at the moment`
  return `${replica.name} is at most ${(lagMs / 1_000).toFixed(1)} s behind`
}
