/**
 * 'Nov 20, 2026, 3:15 PM' in the time zone of the shop. For loaders and emails: formatted on the
 * server only, so that every browser shows the same.
 */
export function showInstant(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
    .format(at)
    .replaceAll('\u202f', ' ')
}
