/** Days are counted from any day; both ends are included. */
export interface Days {
  readonly start: number
  readonly end: number
}

export function doMeet(one: Days, other: Days): boolean {
  return one.start <= other.end && other.start <= one.end
}

export function daysOf({ start, end }: Days): number[] {
  return Array.from({ length: end - start + 1 }, (_, after) => start + after)
}
