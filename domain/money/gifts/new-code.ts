import { randomBytes } from 'node:crypto'
import { CODE_CHARACTERS, CODE_LENGTH } from './code-words.ts'

/**
 * A code that cannot be guessed: 40 random bits. There are 32 letters, so each is equally likely.
 */
export function newCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_CHARACTERS[byte % 32]).join('')
}
