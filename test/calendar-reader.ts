export type ReadEvent = Readonly<Record<string, string>>

/** Reads a calendar strictly by RFC 5545; throws at the first violation. */
export function readCalendarFile(text: string): readonly ReadEvent[] {
  if (!text.endsWith('\r\n')) throw new Error('the last line does not end')
  const lines = text.slice(0, -2).split('\r\n')
  for (const line of lines) {
    if (Buffer.byteLength(line) > 75) throw new Error(`more than 75 bytes: ${line}`)
    if (/\p{Cc}/u.test(line)) throw new Error(`a control character: ${line}`)
  }
  const unfolded = lines.join('\n').replaceAll('\n ', '').split('\n')
  if (unfolded.shift() !== 'BEGIN:VCALENDAR' || unfolded.pop() !== 'END:VCALENDAR')
    throw new Error('not one calendar')
  const events: Record<string, string>[] = []
  const calendar: Record<string, string> = {}
  let inside = calendar
  for (const line of unfolded) {
    const [, name = '', value = ''] = /^([A-Z-]+(?:;[A-Z]+=[A-Z0-9]+)?):(.*)$/.exec(line) ?? []
    if (name === '') throw new Error(`not a property: ${line}`)
    if (line === 'BEGIN:VEVENT' && inside === calendar) {
      inside = {}
      continue
    }
    if (line === 'END:VEVENT' && inside !== calendar) {
      for (const needed of ['UID', 'DTSTAMP', 'DTSTART;VALUE=DATE', 'DTEND;VALUE=DATE', 'SUMMARY'])
        if (inside[needed] === undefined) throw new Error(`an event without ${needed}`)
      events.push(inside)
      inside = calendar
      continue
    }
    if (inside[name] !== undefined) throw new Error(`${name} twice`)
    inside[name] = /^(SUMMARY|DESCRIPTION|X-WR-CALNAME)$/.test(name) ? unescaped(value) : value
  }
  if (inside !== calendar) throw new Error('an event that does not end')
  for (const needed of ['VERSION', 'PRODID'])
    if (calendar[needed] === undefined) throw new Error(`no ${needed}`)
  if (new Set(events.map(({ UID }) => UID)).size !== events.length) throw new Error('one UID twice')
  return events
}

function unescaped(value: string): string {
  if (/(?<!\\)(?:\\\\)*[,;]/.test(value)) throw new Error(`not escaped: ${value}`)
  return value.replace(/\\(.)/g, (_, character: string) => {
    if (!'\\;,nN'.includes(character)) throw new Error(`an unknown escape: ${value}`)
    return character.toLowerCase() === 'n' ? '\n' : character
  })
}
