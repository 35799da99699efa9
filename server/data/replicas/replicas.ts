import type { Pool } from 'pg'
import {
  type AroundQuery,
  type ConnectionTarget,
  createDb,
  createPool,
  type Db,
} from '#db/connection.ts'
import { withTimeout } from '#server/jobs/with-timeout.ts'
import type { Elapsed } from '#server/jobs/worker-heartbeat.ts'
import type { Settings } from '#server/settings/settings.ts'
import { askPrimary, askReplica, type ReplicaState } from './ask.ts'
import { type Position, PrimaryPositions } from './freshness.ts'

const CHECK_EVERY_MS = 1_000
const SECONDS_TO_CLOSE = 2

export interface Replica {
  /** Host and port. */
  readonly name: string
  readonly db: Db
  readonly pool: Pool
}

/** Why a replica is not read. */
export type LeftOut =
  | 'not checked yet'
  | 'behind'
  | 'failed'
  | 'slow'
  | Exclude<ReplicaState, { readonly replayed: Position }>

export interface ReplicaReport {
  readonly replica: Replica
  /** An upper bound of how far it is behind, in milliseconds; infinite when not known. */
  readonly lagMs: number
  /** Null while it is read. */
  readonly leftOut: LeftOut | null
}

export interface Replicas {
  /**
   * The next replica that is recent enough; null when the primary has to be read. While the primary
   * is unavailable, also one that failed or was slow.
   */
  next(): Replica | null
  /** Whether the primary did not answer the last check. */
  primaryIsDown(): boolean
  /** Stops reading a replica until a check succeeds. */
  leaveOut(replica: Replica, why: 'failed' | 'slow'): void
  report(): readonly ReplicaReport[]
  /** Resolves after the check that is running. */
  checked(): Promise<void>
  close(): Promise<void>
}

type Options = Pick<Settings, 'replicas' | 'databasePool' | 'preparedStatements'> & {
  /** The primary, as the app reads it. */
  readonly target: ConnectionTarget
  readonly elapsed: Elapsed
  readonly around?: AroundQuery
  /** Logs that a replica is used or left out from now on. */
  readonly note: (details: object, sentence: string) => void
}

/** Checks every second how far each replica is behind; no request ever waits for that. */
export function createReplicas(options: Options): Replicas {
  const { urls, maxLagSeconds } = options.replicas
  if (urls.length === 0) {
    const nothing = async () => {}
    return {
      next: () => null,
      primaryIsDown: () => false,
      leaveOut: () => {},
      report: () => [],
      checked: nothing,
      close: nothing,
    }
  }
  const maxLagMs = maxLagSeconds * 1_000
  const { elapsed, note } = options
  const positions = new PrimaryPositions(maxLagMs)
  const primary = askPrimary(options.target)
  const members = urls.map((url) => openMember(url, options))
  let turn = 0
  let primaryIsDown = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const lagOf = ({ shownUntil }: Member) => elapsed() - shownUntil
  /** Also when the last check was too long ago. */
  const whyLeftOut = (member: Member) =>
    member.leftOut ?? (lagOf(member) > maxLagMs ? 'behind' : null)

  /** Recent enough, though it failed or was slow, perhaps only because this process was busy. */
  function isWorthTrying(member: Member): boolean {
    const hasFailed = ['failed', 'slow', 'unreachable or slow'].includes(member.leftOut ?? '')
    return hasFailed && lagOf(member) <= maxLagMs
  }

  async function check(member: Member, system: string | null): Promise<void> {
    const state = await member.ask(system)
    if (typeof state === 'object') member.shownUntil = positions.shownUntil(state.replayed)
    if (typeof state === 'string') setLeftOut(member, state)
    else setLeftOut(member, lagOf(member) > maxLagMs ? 'behind' : null)
  }

  function setLeftOut(member: Member, leftOut: LeftOut | null): void {
    const before = member.leftOut
    member.leftOut = leftOut
    if (isClosed || before === leftOut) return
    const { name } = member.replica
    if (leftOut === null) note({ replica: name }, 'This replica is read.')
    else note({ replica: name, why: leftOut }, 'This replica is left out.')
  }

  let system: string | null = null
  async function checkAll(): Promise<void> {
    const at = elapsed()
    const found = await primary.ask()
    primaryIsDown = found === null
    if (found) {
      positions.add(found.position, at)
      system = found.system
    }
    await Promise.all(members.map((member) => check(member, system)))
    if (isClosed) return
    timer = setTimeout(checkAgain, CHECK_EVERY_MS)
    timer.unref()
  }
  let checking = checkAll()
  function checkAgain(): void {
    checking = checkAll()
  }

  return {
    next: () => {
      const best = members.filter((member) => whyLeftOut(member) === null)
      const used = best.length > 0 || !primaryIsDown ? best : members.filter(isWorthTrying)
      turn = (turn + 1) % Math.max(1, used.length)
      return used[turn]?.replica ?? null
    },
    primaryIsDown: () => primaryIsDown,
    leaveOut: (replica, why) => {
      const member = members.find((one) => one.replica === replica)
      if (member) setLeftOut(member, why)
    },
    report: () =>
      members.map((member) => ({
        replica: member.replica,
        lagMs: lagOf(member),
        leftOut: whyLeftOut(member),
      })),
    checked: () => checking,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await withTimeout(SECONDS_TO_CLOSE, checking)
      const pools = [primary.close(), ...members.map((member) => member.close())]
      await withTimeout(SECONDS_TO_CLOSE, Promise.all(pools))
    },
  }
}

type Member = {
  readonly replica: Replica
  readonly ask: (system: string | null) => Promise<ReplicaState>
  readonly close: () => Promise<void>
  /** On our monotonic clock: it shows everything that was committed before this time. */
  shownUntil: number
  leftOut: LeftOut | null
}

function openMember(
  connectionString: string,
  {
    databasePool,
    preparedStatements,
    around,
  }: Pick<Options, 'databasePool' | 'preparedStatements' | 'around'>,
): Member {
  const target = { connectionString }
  const pool = createPool(target, { max: databasePool, readOnly: true })
  const checks = askReplica(target)
  const { hostname, port } = new URL(connectionString)
  return {
    replica: {
      name: `${decodeURIComponent(hostname)}:${port || '5432'}`,
      db: createDb(pool, { namedStatements: preparedStatements, ...(around && { around }) }),
      pool,
    },
    ask: checks.ask,
    close: async () => void (await Promise.all([checks.close(), pool.end()])),
    shownUntil: Number.NEGATIVE_INFINITY,
    leftOut: 'not checked yet',
  }
}
