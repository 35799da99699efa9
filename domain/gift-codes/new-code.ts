import { randomBytes } from 'node:crypto'
import { CODE_LENGTH, CODE_LETTERS } from './code-words.ts'

/** A code that nobody can guess: 40 random bits. The letters are 32, so none is likelier. */
export function newCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_LETTERS[byte % 32]).join('')
}
