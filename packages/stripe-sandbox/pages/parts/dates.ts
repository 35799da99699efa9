const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `formatDay(1795186800)` is `Nov 20, 2026`. */
export function formatDay(unixSeconds: number): string {
  return format.format(unixSeconds * 1000)
}
