import {
  findOrder,
  type Model,
  type Operation,
  type Verdict,
} from '#tools/orders/check/find-order.ts'

/** When a request was sent, and when its answer came: never, if it is infinite. */
export interface Span {
  readonly began: number
  readonly ended: number
}

interface AnyMove {
  readonly kind: string
  /** Null if it was lost; reads have none. */
  readonly answer?: string | null
  /** What was read. */
  readonly shown?: unknown
}

/** What people sent of one thing, and the answers. */
export interface History {
  readonly thing: string
  readonly operations: readonly Operation<AnyMove>[]
  verdict(): Verdict<unknown>
}

export interface Recorder<Move> extends History {
  add(span: Span, move: Move): void
}

export function historyOf<State, Move extends AnyMove>(
  thing: string,
  model: Model<State, Move>,
): Recorder<Move> {
  const operations: Operation<Move>[] = []
  return {
    thing,
    operations,
    add: ({ began, ended }, move) => void operations.push({ began, ended, move }),
    verdict: () => findOrder(model, operations),
  }
}

/** The history as text, for whoever looks for the cause. */
export function written({ thing, operations }: History, verdict: Verdict<unknown>): string {
  const lines = operations
    .toSorted((a, b) => a.began - b.began)
    .map((one) => {
      const mark = verdict.kind !== 'explained' && one === verdict.by ? ' <-- not explained' : ''
      return `${one.began.toFixed(1)} to ${one.ended.toFixed(1)} ${JSON.stringify(one.move)}${mark}`
    })
  return [`${thing}: ${verdict.kind}`, ...lines].join('\n')
}

/** Such as 'item rent taken', one for each move. */
export function namesOfMoves({ thing, operations }: History): string[] {
  const noun = thing.split(' ')[0]
  return operations.map(({ move: { kind, answer, shown } }) => {
    const outcome = answer === null ? 'lost' : (answer ?? (typeof shown === 'string' ? shown : ''))
    return `${noun} ${kind} ${outcome}`.trim()
  })
}
