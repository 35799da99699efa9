/** A request as it was seen from outside, with its answer. */
export interface Operation<Move> {
  /** When it was sent. */
  readonly began: number
  /** When its answer arrived; infinite if none did: it can take effect at any later time, or never. */
  readonly ended: number
  readonly move: Move
}

/** What one thing does when requests are carried out one after the other. */
export interface Model<State, Move> {
  readonly initial: State
  /**
   * The state after a move; null if its answer contradicts the state before it. A move without an
   * answer is carried out if it can be, and otherwise changes nothing.
   */
  step(state: State, move: Move): State | null
  /** Equal for equal states. */
  key(state: State): string
}

export type Verdict<Move> =
  | { readonly kind: 'explained' }
  /** No order explains the answers up to this one. */
  | { readonly kind: 'contradicted'; readonly by: Operation<Move> }
  /** The search was given up. */
  | { readonly kind: 'undecided'; readonly by: Operation<Move> }

/** A possible past: the state, and which of the requests still under way have taken effect. */
interface Past<State> {
  readonly state: State
  readonly done: ReadonlySet<number>
}

const MAX_STEPS = 300_000

/**
 * Searches for one order of the operations on one thing that agrees with their times and with the
 * model: whatever was answered before something else was sent also took effect before it. After
 * Lowe, "Testing for linearizability": an operation is put in its place as late as possible, when
 * some answer cannot be explained otherwise.
 * @param maxSteps how many states may be tried
 */
export function findOrder<State, Move>(
  { initial, step, key }: Model<State, Move>,
  operations: readonly Operation<Move>[],
  maxSteps = MAX_STEPS,
): Verdict<Move> {
  const under: number[] = []
  let pasts: Past<State>[] = [{ state: initial, done: new Set() }]
  let steps = 0
  /** The pasts in which the operation has taken effect; null if the search takes too long. */
  const explaining = (wanted: number): Past<State>[] | null => {
    const open = [...pasts]
    const seen = new Set(open.map(nameOf))
    const found = new Map<string, Past<State>>()
    for (let past = open.pop(); past; past = open.pop()) {
      if (past.done.has(wanted)) {
        const without = { state: past.state, done: less(past.done, wanted) }
        found.set(nameOf(without), without)
        continue
      }
      for (const index of under) {
        const operation = operations[index]
        if (!operation || past.done.has(index)) continue
        steps += 1
        if (steps > maxSteps) return null
        const state = step(past.state, operation.move)
        if (state === null) continue
        const changes = key(state) !== key(past.state)
        // Without an answer and an effect, it might as well not have happened.
        if (!changes && operation.ended === Number.POSITIVE_INFINITY) continue
        const next = { state, done: new Set([...past.done, index]) }
        const name = nameOf(next)
        if (!seen.has(name)) open.push(next)
        seen.add(name)
      }
    }
    return [...found.values()]
  }
  const nameOf = ({ state, done }: Past<State>) =>
    `${[...done].sort((a, b) => a - b).join()} ${key(state)}`
  for (const { index, isEnd } of eventsOf(operations)) {
    const operation = operations[index]
    if (!operation) continue
    if (!isEnd) {
      under.push(index)
      continue
    }
    const next = explaining(index)
    if (next === null) return { kind: 'undecided', by: operation }
    if (next.length === 0) return { kind: 'contradicted', by: operation }
    pasts = next
    under.splice(under.indexOf(index), 1)
  }
  return { kind: 'explained' }
}

function less(done: ReadonlySet<number>, one: number): ReadonlySet<number> {
  const rest = new Set(done)
  rest.delete(one)
  return rest
}

/** Beginnings and ends in the order of time; at the same moment, beginnings come first. */
function eventsOf(operations: readonly Operation<unknown>[]) {
  return operations
    .flatMap(({ began, ended }, index) => [
      { index, at: began, isEnd: false },
      ...(ended === Number.POSITIVE_INFINITY ? [] : [{ index, at: ended, isEnd: true }]),
    ])
    .sort((a, b) => a.at - b.at || Number(a.isEnd) - Number(b.isEnd))
}
