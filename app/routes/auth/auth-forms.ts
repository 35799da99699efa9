import * as z from 'zod'
import {
  LONGEST_PASSWORD,
  type PasswordWeakness,
  SHORTEST_PASSWORD,
} from '#domain/people/passwords.ts'

export const email = z
  .string('Please enter your email address.')
  .trim()
  .toLowerCase()
  .min(1, 'Please enter your email address.')
  .max(254, 'Please enter a valid email address.')
  .pipe(z.email('Please enter a valid email address.'))

/** Any script and any marks; only what cannot be seen is taken out. */
export const fullName = z
  .string('Please enter your full name.')
  .transform((name) => name.replace(/\p{Cc}+/gu, ' ').trim())
  .refine((name) => name !== '', 'Please enter your full name.')
  .refine((name) => [...name].length <= 120, 'Please keep your name to 120 characters.')

const password = z.string('Please enter your password.').min(1, 'Please enter your password.')

export const signInForm = z.object({ email, password })
export const signUpForm = z.object({ full_name: fullName, email, password })
export const forgotForm = z.object({ email })
export const resetForm = z.object({ password })

const weaknessSentences = {
  'too short': `Use at least ${SHORTEST_PASSWORD} characters.`,
  'too long': `Use at most ${LONGEST_PASSWORD} characters.`,
  common: 'This password is one of the first that anybody would try.',
  'one character repeated': 'Use more than one character.',
  'contains your name or e-mail': 'Do not build it from your name or email address.',
} satisfies Record<PasswordWeakness, string>

/** Everything that speaks against a password, as one text beside its field. */
export function weaknessText(weaknesses: readonly PasswordWeakness[]): string {
  return weaknesses.map((weakness) => weaknessSentences[weakness]).join(' ')
}
