import { findOrder, type Model, type Operation } from './find-order.ts'

/** Without an end, the answer was lost. */
export type Timed<Move> = readonly [began: number, ended: number | null, move: Move]

export const never = Number.POSITIVE_INFINITY

export function verdictOn<State, Move>(model: Model<State, Move>, history: readonly Timed<Move>[]) {
  const operations = history.map(
    ([began, ended, move]): Operation<Move> => ({ began, ended: ended ?? never, move }),
  )
  return findOrder(model, operations).kind
}
