import { MIN_PASSWORD_LENGTH } from '#domain/accounts/sign-in/password-length.ts'
import type { PasswordWeakness } from '#domain/accounts/sign-in/passwords.ts'
import { PASSWORD_TOO_LONG } from './text-fields.ts'

const weaknessSentences = {
  'too-short': `Use at least ${MIN_PASSWORD_LENGTH} characters.`,
  'too-long': PASSWORD_TOO_LONG,
  common: 'That password is too common.',
  'one-character-repeated': 'Use at least two different characters.',
  'contains-name-or-email': 'Your password cannot contain your name or email.',
} satisfies Record<PasswordWeakness, string>

/** All problems of a password, as one text at its field. */
export function weaknessText(weaknesses: readonly PasswordWeakness[]): string {
  return weaknesses.map((weakness) => weaknessSentences[weakness]).join(' ')
}
