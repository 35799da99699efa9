/** 'Nov 20, 2026, 3:15 PM' in the time zone of the shop, for past events. */
export function showInstant(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
    .format(at)
    .replaceAll('\u202f', ' ')
}

/**
 * 'Nov 20, 2026, 3:15 PM EST', for deadlines. The reader may be in another time zone, so it names
 * that of the shop.
 */
export function showDeadline(at: Date, timeZone: string): string {
  // Intl cannot combine a zone name with the styles above.
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  return `${showInstant(at, timeZone)} ${zone?.value ?? timeZone}`
}
