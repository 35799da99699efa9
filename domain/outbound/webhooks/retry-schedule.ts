const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The waits between the tries of a delivery, as recommended by Standard Webhooks. */
export const RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

export const MAX_TRIES = RETRY_WAITS_MS.length + 1

/** From the first try to the last one: a little more than three days. */
export const RETRY_SPAN_MS = RETRY_WAITS_MS.reduce((sum, wait) => sum + wait, 0)

export const RETRY_DAYS = Math.floor(RETRY_SPAN_MS / (24 * HOUR))

/** '5 seconds, 5 and 30 minutes, and 2, 5, … and 24 hours'. */
export function retryWaitsInWords(): string {
  const list = new Intl.ListFormat('en-US')
  const within = (unit: number, next: number, name: string) => {
    const waits = RETRY_WAITS_MS.filter((wait) => wait >= unit && wait < next)
    return `${list.format(waits.map((wait) => String(wait / unit)))} ${name}`
  }
  return list.format([
    within(SECOND, MINUTE, 'seconds'),
    within(MINUTE, HOUR, 'minutes'),
    within(HOUR, Number.POSITIVE_INFINITY, 'hours'),
  ])
}

/** When a delivery is tried again after this many tries; null after the last one. */
export function nextTry(tries: number, now: Date): Date | null {
  const wait = RETRY_WAITS_MS[tries - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}
