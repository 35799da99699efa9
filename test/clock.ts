export interface TestClock {
  /** Passed to the code under test. */
  now(): Date
  set(to: Date | string): void
  advance(by: { readonly days?: number; readonly hours?: number; readonly seconds?: number }): void
}

/** A clock that stands still until it is moved. */
export function testClock(start: Date | string = '2026-11-20T15:00:00Z'): TestClock {
  let at = new Date(start)
  return {
    now: () => new Date(at),
    set: (to) => {
      at = new Date(to)
    },
    advance: ({ days = 0, hours = 0, seconds = 0 }) => {
      at = new Date(at.getTime() + (days * 86_400 + hours * 3600 + seconds) * 1000)
    },
  }
}
