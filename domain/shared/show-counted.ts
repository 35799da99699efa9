/** The time for counting all of something grows with its number. */
export const MAX_COUNTED = 1000

/** So many items of a closet, the newest ones, are in its figures, searched, filtered and sorted. */
export const MAX_NEWEST = 10_000

/** '12', '1,000+': a number that was counted up to one more than `max`, less the first ones. */
export function showCounted(count: number, first = 0, max = MAX_COUNTED): string {
  const left = Math.min(count, max) - first
  // Below a thousand nothing is grouped, and a page shows dozens of them.
  const shown = left < 1000 ? String(left) : left.toLocaleString('en-US')
  return count > max ? `${shown}+` : shown
}
