import { randomBytes } from 'node:crypto'
import { CODE_CHARACTERS, CODE_LENGTH } from './code-words.ts'

/** A code that nobody can guess: 40 random bits. The letters are 32, so none is likelier. */
export function newCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_CHARACTERS[byte % 32]).join('')
}
