import * as z from 'zod'
import { fullName } from '#app/http/text-fields.ts'
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
  .max(254, { error: 'Please enter a valid email address.', abort: true })
  .pipe(z.email('Please enter a valid email address.'))

/** Longer than any password that we take, and short enough to be looked at. */
const MOST_TYPED = 1000
const TOO_LONG = `Use at most ${LONGEST_PASSWORD} characters.`

/** A password as it is typed: never trimmed, never changed. */
export const typedPassword = (missing: string) =>
  z.string(missing).min(1, missing).max(MOST_TYPED, { error: TOO_LONG, abort: true })

const password = typedPassword('Please enter your password.')

export const signInForm = z.object({ email, password })
export const signUpForm = z.object({ full_name: fullName, email, password })
export const forgotForm = z.object({ email })
export const resetForm = z.object({ password })

const weaknessSentences = {
  'too short': `Use at least ${SHORTEST_PASSWORD} characters.`,
  'too long': TOO_LONG,
  common: 'That password is too common.',
  'one character repeated': 'Use more than one character.',
  'contains your name or email': 'Your password cannot contain your name or email.',
} satisfies Record<PasswordWeakness, string>

/** Everything that speaks against a password, as one text beside its field. */
export function weaknessText(weaknesses: readonly PasswordWeakness[]): string {
  return weaknesses.map((weakness) => weaknessSentences[weakness]).join(' ')
}
