// Cleans submitted text. The only place that deals with control characters.

// All except tabs and line breaks. No keyboard types the others, and PostgreSQL refuses NUL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g

/** The text without control characters. */
export function plainText(text: string): string {
  return text.replaceAll(CONTROL, '')
}

/** One line: line breaks, other control characters and repeated spaces become one space. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

/** Several lines: removes all control characters except line breaks and tabs. */
export function severalLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

/** Text that PostgreSQL can store as text and JSON: without NUL and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
