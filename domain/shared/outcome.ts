/**
 * The result of a command: a value, or a problem that a person can solve. Bugs are thrown instead.
 * A problem has a reason and figures; its sentence belongs to the screens.
 */
export type Outcome<Value, Problem extends { readonly reason: string }> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem }

export function done<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refused<Problem>(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem }
}
