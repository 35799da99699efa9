import { data } from 'react-router'

/** Answers 404 without the value: what does not exist, or is not the viewer's, is not found. */
export function orNotFound<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw data(null, { status: 404 })
  return value
}
