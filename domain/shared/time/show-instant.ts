/**
 * 'Nov 20, 2026, 3:15 PM EST' in the time zone of the shop, which it names: the reader may be in
 * another one.
 */
export function showInstant(at: Date, timeZone: string): string {
  return instants(timeZone).format(at).replaceAll('\u202f', ' ')
}

/** 'Fri, Nov 20, 6 PM EST': an instant of these days by which something has to be done. */
export function showDeadline(at: Date, timeZone: string): string {
  return deadlines(timeZone).format(at).replaceAll('\u202f', ' ').replace(':00 ', ' ')
}

const instants = formatsIn({
  ...{ year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
})
const deadlines = formatsIn({
  ...{ weekday: 'short', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
})

/** Creating a format is far slower than using it: the last one is kept, as a shop has one time zone. */
function formatsIn(options: Intl.DateTimeFormatOptions) {
  let last: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | null = null
  return (timeZone: string): Intl.DateTimeFormat => {
    if (last?.timeZone !== timeZone)
      last = { timeZone, format: new Intl.DateTimeFormat('en-US', { ...options, timeZone }) }
    return last.format
  }
}
