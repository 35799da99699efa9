import * as z from 'zod'
import { email, fullName, PASSWORD_TOO_LONG, typedPassword } from '#app/forms/text-fields.ts'
import { MIN_PASSWORD_LENGTH } from '#domain/accounts/sign-in/password-length.ts'
import type { PasswordWeakness } from '#domain/accounts/sign-in/passwords.ts'

const password = typedPassword('Please enter your password.')

export const signInForm = z.object({ email, password })
export const signUpForm = z.object({ full_name: fullName, email, password })
export const forgotForm = z.object({ email })
export const resetForm = z.object({ password })

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
