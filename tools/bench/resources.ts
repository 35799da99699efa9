import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** The average number of cores in use. */
export type Resources = {
  readonly machine: number
  readonly app: number
  readonly database: number
  /** This process, which simulates the people. */
  readonly people: number
  readonly cores: number
}

const TICKS_PER_SECOND = 100

/** Counts the processor time of the app, of the database and of this process until it is stopped. */
export function watchResources(pids: { readonly app: number; readonly postmaster: number }) {
  const began = performance.now()
  const before = readTicks(pids)
  return {
    stop: (): Resources => {
      const after = readTicks(pids)
      const ticks = ((performance.now() - began) / 1000) * TICKS_PER_SECOND
      const cores = (of: 'machine' | 'app' | 'database' | 'people') =>
        Math.max(0, after[of] - before[of]) / ticks
      return {
        machine: cores('machine'),
        app: cores('app'),
        database: cores('database'),
        people: cores('people'),
        cores: availableParallelism(),
      }
    },
  }
}

/** The processor time that these processes and their children have had, in milliseconds. */
export function readProcessorMs(...pids: readonly number[]): number {
  const ticks = readProcesses()
    .filter(({ pid, parent }) => pids.includes(pid) || pids.includes(parent))
    .reduce((total, one) => total + one.ticks, 0)
  return (ticks * 1000) / TICKS_PER_SECOND
}

function readProcesses() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((one) => one !== null)
}

function readTicks({ app, postmaster }: { readonly app: number; readonly postmaster: number }) {
  const processes = readProcesses()
  const [, ...numbers] = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/) ?? []
  const [user = 0, nice = 0, system = 0] = numbers.map(Number)
  const sum = (of: typeof processes) => of.reduce((total, { ticks }) => total + ticks, 0)
  return {
    machine: user + nice + system,
    // Includes the web processes, if there are several.
    app: sum(processes.filter(({ pid, parent }) => app === pid || app === parent)),
    // The time of ended backends counts for their parent.
    database: sum(
      processes.filter(({ pid, parent }) => postmaster === pid || postmaster === parent),
    ),
    people: sum(processes.filter(({ pid }) => pid === process.pid)),
  }
}

export function parentOf(pid: number): number {
  return readProcess(pid)?.parent ?? 0
}

function readProcess(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent, user, system, ofUser, ofSystem] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    )
    const ticks = (user ?? 0) + (system ?? 0) + (ofUser ?? 0) + (ofSystem ?? 0)
    return { pid, parent: parent ?? 0, ticks }
  } catch {
    // The process has ended meanwhile.
    return null
  }
}
