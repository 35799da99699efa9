/** Repeatable random numbers: the same seed gives the same sequence. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, max: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  /** One element, or undefined for an empty list. */
  one<T>(from: readonly T[]): T | undefined
  /** True in one of `times` cases. */
  oneIn(times: number): boolean
  shuffle<T>(things: readonly T[]): T[]
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  // The mulberry32 generator.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, max: number) => least + Math.floor(next() * (max - least + 1))
  const one = <T>(from: readonly T[]): T | undefined => from[between(0, from.length - 1)]
  return {
    next,
    between,
    one,
    pick: (from) => one(from) ?? from[0],
    oneIn: (times) => next() < 1 / times,
    shuffle: (things) =>
      things
        .map((thing) => ({ thing, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ thing }) => thing),
  }
}
