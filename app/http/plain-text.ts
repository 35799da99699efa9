// Tabs and line breaks are text. The others no keyboard types, and PostgreSQL refuses NUL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g

/** The text without control characters. */
export function plainText(text: string): string {
  return text.replaceAll(CONTROL, '')
}
