// Cleans submitted text. The only place that deals with control and invisible characters.

// All except tabs and line breaks. No keyboard types the others, and PostgreSQL refuses NUL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g

/** The text without control characters. */
export function plainText(text: string): string {
  return text.replaceAll(CONTROL, '')
}

/**
 * One line: line breaks, other control characters and repeated spaces become one space. Without
 * invisible characters.
 */
export function oneLine(text: string): string {
  return visible(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** Several lines: removes all control characters except line breaks and tabs, and invisible ones. */
export function severalLines(text: string): string {
  return visible(text)
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

/** Whether something can be seen of the text: more than blanks and marks without a letter. */
export function canBeSeen(text: string): boolean {
  return /[^\p{M}\p{C}\s]/u.test(text)
}

// Format characters, which also reverse the direction of what follows; private and no characters;
// letters and symbols that are drawn as nothing.
// Some signs that precede Arabic and Syriac numbers are visible format characters.
const INVISIBLE =
  /(?![\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2])[\p{Cf}\p{Co}\p{Noncharacter_Code_Point}\u115F\u1160\u3164\uFFA0\u2800]/gu

const MAX_MARKS = 4

/**
 * The text in the composed form (NFC), without invisible characters, and with at most four marks on
 * a letter: so that two texts that look the same are the same, and none covers its neighbors.
 */
function visible(text: string): string {
  return text
    .replace(INVISIBLE, (character, at: number, whole: string) =>
      joins(character, whole.slice(Math.max(0, at - 2), at), whole.slice(at + 1, at + 3))
        ? character
        : '',
    )
    .normalize('NFC')
    .replace(MARKS, (marks) => [...marks].slice(0, MAX_MARKS).join(''))
}

const MARKS = /\p{M}+/gu

// Of the scripts whose letters are joined.
const JOINED_SCRIPT =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u

/** Whether the joiner, or non-joiner, shapes letters of a script that needs it, or an emoji. */
function joins(character: string, last: string, next: string): boolean {
  if (character === '\u200C')
    return JOINED_SCRIPT.test(last.slice(-1)) && JOINED_SCRIPT.test(next.slice(0, 1))
  if (character !== '\u200D') return false
  const isEmoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u.test(last)
  return isEmoji
    ? /^\p{Extended_Pictographic}/u.test(next)
    : JOINED_SCRIPT.test(last.slice(-1)) && JOINED_SCRIPT.test(next.slice(0, 1))
}

/** Text that PostgreSQL can store as text and JSON: without NUL and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
