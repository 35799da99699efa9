/**
 * 'Nov 20, 2026, 3:15 PM EST' in the time zone of the shop, which it names: the reader may be in
 * another one.
 */
export function showInstant(at: Date, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  })
  return time.format(at).replaceAll('\u202f', ' ')
}

/** 'Fri, Nov 20, 6 PM EST': an instant of these days by which something has to be done. */
export function showDeadline(at: Date, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, weekday: 'short', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  })
  return time.format(at).replaceAll('\u202f', ' ').replace(':00 ', ' ')
}
