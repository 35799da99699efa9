/** The highest count: the time for counting grows with the number of rows. */
export const MAX_COUNTED = 1000

/** The most rows, newest first, that figures, searches, filters and sorting of a list cover. */
export const MAX_NEWEST = 10_000

/** '12' or '1,000+': a number counted up to one more than `max`, minus `first`. */
export function showCounted(count: number, first = 0, max = MAX_COUNTED): string {
  const left = Math.min(count, max) - first
  // Numbers below 1000 have no separator; avoids Intl, since a page shows dozens of them.
  const shown = left < 1000 ? String(left) : left.toLocaleString('en-US')
  return count > max ? `${shown}+` : shown
}
