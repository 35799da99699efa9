import { canDropPackets } from './network.ts'

// In `SEED=… FAILOVERS=… npm run test:cluster -- KIND…`, SEED repeats the choices of a run, KIND…
// selects faults, and FAILOVERS is how often the primary is killed, with the rest in proportion.
const { SEED, FAILOVERS, FAULTS } = process.env

/** How often each kind of fault happens when the primary is killed 20 times. */
const DEFAULT_TIMES = {
  primary: 20,
  pooler: 5,
  app: 5,
  'app-frozen': 5,
  'apps-slow': 3,
  'half-open': 5,
  'etcd-node': 3,
  etcd: 3,
  haproxy: 3,
  storage: 3,
  frozen: 3,
  'standby-frozen': 3,
  'cut-off': 3,
  partition: 3,
  'lost-network': 3,
  successor: 3,
  'two-nodes': 3,
  machine: 3,
  'no-etcd-and-replica': 3,
} as const

export type Kind = keyof typeof DEFAULT_TIMES
const kinds = Object.keys(DEFAULT_TIMES) as Kind[]
const ROOT_KIND: Kind = 'lost-network'

/** How often each kind of fault happens; 0 for kinds that were not chosen or need root. */
export function timesOf(
  failovers: number,
  chosen: readonly string[],
  isRoot = true,
): Record<Kind, number> {
  const unknown = chosen.filter((name) => !(name in DEFAULT_TIMES))
  if (unknown.length > 0)
    throw new Error(`no kind of fault: ${unknown.join(', ')}. There are ${kinds.join(', ')}`)
  if (chosen.includes(ROOT_KIND) && !isRoot) throw new Error(`only root can provoke ${ROOT_KIND}`)
  const isChosen = (kind: Kind) =>
    chosen.length === 0 ? isRoot || kind !== ROOT_KIND : chosen.includes(kind)
  const times = kinds.map((kind) => [
    kind,
    isChosen(kind) ? Math.ceil((DEFAULT_TIMES[kind] * failovers) / DEFAULT_TIMES.primary) : 0,
  ])
  return Object.fromEntries(times)
}

export const seed = Number(SEED ?? Date.now() % 1_000_000_000)
const failovers = Number(FAILOVERS ?? DEFAULT_TIMES.primary)
export const times = timesOf(failovers, FAULTS?.split(' ').filter(Boolean) ?? [], canDropPackets)

/** The kinds in order: the primary every time, then rounds with one of each other kind. */
export function kindsInTurn(times: Readonly<Record<Kind, number>>): Kind[] {
  const { primary, ...others } = times
  const rounds = Math.max(...Object.values(others))
  const turns = Array.from({ length: rounds }, (_, round) =>
    kinds.filter((kind) => kind !== 'primary' && round < times[kind]),
  )
  return [...Array.from({ length: primary }, () => 'primary' as const), ...turns.flat()]
}
