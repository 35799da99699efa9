/** The same day and time in a later month in UTC, or that month's last day. */
export function monthsAfter(at: number, months: number): number {
  const day = new Date(at)
  const first = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1)
  const lastDay = new Date(
    Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months + 1, 0),
  ).getUTCDate()
  const midnight = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate())
  return first + (Math.min(day.getUTCDate(), lastDay) - 1) * 86_400_000 + (at - midnight)
}
