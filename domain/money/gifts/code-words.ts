/** Without O, 0, I and 1, which look alike when a code is read aloud or copied by hand. */
export const CODE_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const CODE_LENGTH = 8

/**
 * The code in what someone typed or pasted: its letters and digits, in upper case, at most 8 of
 * them.
 */
export function toCode(typed: unknown): string {
  return typeof typed === 'string'
    ? typed
        .slice(0, 200)
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, '')
        .slice(0, CODE_LENGTH)
    : ''
}

/** Whether this has the form of a code. One that has not does not count as a guess. */
export function isWholeCode(code: string): boolean {
  return (
    code.length === CODE_LENGTH &&
    [...code].every((character) => CODE_CHARACTERS.includes(character))
  )
}
