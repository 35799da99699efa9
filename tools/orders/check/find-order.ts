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
  /** False only for moves that leave every state as it is: those that read, or were refused. */
  mayChange(move: Move): boolean
  /** Equal for equal states. */
  key(state: State): string
}

/** For models in which nothing changes but by what was done, or lost. */
export function isDoneOrLost(move: {
  readonly kind: string
  readonly answer?: string | null
}): boolean {
  return move.answer === 'done' || move.answer === null
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
  { initial, step, mayChange, key }: Model<State, Move>,
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
    const find = (past: Past<State>) => void found.set(nameOf(past), past)
    for (let past = open.pop(); past; past = open.pop()) {
      if (past.done.has(wanted)) {
        find({ state: past.state, done: less(past.done, wanted) })
        continue
      }
      // Whatever could take effect before it can take effect after it just as well.
      if (!mayChange(moveOf(wanted)) && step(past.state, moveOf(wanted)) !== null) {
        find(past)
        continue
      }
      const as = key(past.state)
      for (const index of possible(past)) {
        steps += 1
        if (steps > maxSteps) return null
        const state = step(past.state, moveOf(index))
        if (state === null) continue
        // Without an answer and an effect, it might as well not have happened.
        if (isLost(index) && key(state) === as) continue
        const next = { state, done: new Set([...past.done, index]) }
        const name = nameOf(next)
        if (!seen.has(name)) open.push(next)
        seen.add(name)
      }
    }
    return withoutLater(found)
  }
  /** Those under way; of equal ones without an answer, the first. */
  const possible = ({ done }: Past<State>): number[] => {
    const lost = new Set<string>()
    return under.filter((index) => {
      if (done.has(index)) return false
      if (!isLost(index)) return true
      const text = JSON.stringify(moveOf(index))
      const isFirst = !lost.has(text)
      lost.add(text)
      return isFirst
    })
  }
  /** Without pasts to which others can still get, by a request without an answer. */
  const withoutLater = (found: Map<string, Past<State>>): Past<State>[] => {
    const later = new Set<string>()
    for (const past of found.values())
      for (const index of possible(past).filter(isLost)) {
        steps += 1
        const state = step(past.state, moveOf(index))
        if (state !== null && key(state) !== key(past.state))
          later.add(nameOf({ state, done: new Set([...past.done, index]) }))
      }
    return [...found].filter(([name]) => !later.has(name)).map(([, past]) => past)
  }
  const moveOf = (index: number) => (operations[index] as Operation<Move>).move
  const isLost = (index: number) => operations[index]?.ended === Number.POSITIVE_INFINITY
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
