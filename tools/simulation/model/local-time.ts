// Time in the shop's time zone. Dates are 'YYYY-MM-DD', instants are milliseconds.

const HOUR_MS = 3_600_000

const local = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
  ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
})

/** The date and the hour, from 0 to 23. */
export function localTime(at: number): { readonly date: string; readonly hour: number } {
  const parts: Record<string, string> = {}
  for (const { type, value } of local.formatToParts(at)) parts[type] = value
  return { date: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) }
}

export function dateAt(at: number): string {
  return localTime(at).date
}

/** When this hour of the day begins there; not for hours that clocks skip or repeat. */
export function instantOf(date: string, hour: number): number {
  const standard = Date.parse(date) + (hour + 5) * HOUR_MS
  return localTime(standard).hour === hour ? standard : standard - HOUR_MS
}
