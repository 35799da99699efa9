// Cleans submitted text. The only place that deals with control characters.

// All except tabs and line breaks. No keyboard types the others, and PostgreSQL refuses NUL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g

/** The text without control characters. */
export function plainText(text: string): string {
  return text.replaceAll(CONTROL, '')
}

// Characters that show nothing: marks for the direction and the joining of letters. Inside a text they
// can have a meaning, as in emoji; at its ends they have none.
const FORMAT = /^[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]$/

/**
 * One line: line breaks, other control characters and repeated spaces become one space. Format
 * characters at its ends are removed, and zero-width spaces anywhere.
 */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\u200B\uFEFF]/g, '').replace(/[\p{Cc}\s]+/gu, ' ')
  const isBlank = (index: number) => line[index] === ' ' || FORMAT.test(line[index] ?? '')
  let start = 0
  let end = line.length
  while (start < end && isBlank(start)) start += 1
  while (end > start && isBlank(end - 1)) end -= 1
  return line.slice(start, end)
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
