/**
 * The same instant `months` calendar months later, in UTC; the last day of the month where that
 * day does not exist (31 January + 1 month is 28 or 29 February).
 */
export function addMonths(at: Date, months: number): Date {
  const moved = new Date(at)
  moved.setUTCMonth(at.getUTCMonth() + months)
  if (moved.getUTCDate() !== at.getUTCDate()) moved.setUTCDate(0)
  return moved
}
