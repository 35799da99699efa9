/** Without O, 0, I and 1, which look alike when a code is read aloud or copied by hand. */
export const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const CODE_LENGTH = 8

/** What somebody typed as a code: upper case, without blanks around it, at most 8 characters. */
export function toCode(typed: unknown): string {
  return typeof typed === 'string' ? typed.trim().toUpperCase().slice(0, CODE_LENGTH) : ''
}
