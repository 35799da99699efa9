import common from './common-passwords.json' with { type: 'json' }
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-length.ts'

export type PasswordWeakness =
  | 'too-short'
  | 'too-long'
  | 'common'
  | 'one-character-repeated'
  | 'contains-name-or-email'

export type WeakPassword = {
  readonly reason: 'weak-password'
  readonly weaknesses: readonly PasswordWeakness[]
}

/**
 * Passwords of at least eight characters that people have been found to use most, in lower case.
 * From the ranked list in @zxcvbn-ts/language-common 4.1.3 (MIT; (c) 2012-2016 Dan Wheeler and
 * Dropbox, Inc., (c) 2021 @zxcvbn-ts).
 */
const commonPasswords: ReadonlySet<string> = new Set(common)

/** The published password of the demo accounts; nobody else may choose it. */
export const PUBLISHED_PASSWORD = 'try-hemline-once'

/** Words that are easy to guess for this site. */
const CONTEXT_WORDS = ['hemline', 'closet', 'wardrobe', 'rental', 'dresses', 'dress', 'clothing']

/** Shorter parts of a name ("Al", "Jo") occur in too many good passwords. */
const MIN_COMPARED_LENGTH = 4

/**
 * All weaknesses of a password; empty if it is accepted. Lengths count characters, not code units.
 * The reasons are shown at sign-up (spec 10.2).
 */
export function passwordWeaknesses(
  password: string,
  whose: { readonly fullName: string; readonly email: string },
): PasswordWeakness[] {
  // Far too long: skip the other checks, some of which would be slow.
  if (password.length > 4 * MAX_PASSWORD_LENGTH) return ['too-long']
  const characters = [...password.normalize('NFKC')]
  const plain = password.normalize('NFKC').toLowerCase()
  const weaknesses: PasswordWeakness[] = []
  if (characters.length < MIN_PASSWORD_LENGTH) weaknesses.push('too-short')
  if (characters.length > MAX_PASSWORD_LENGTH) weaknesses.push('too-long')
  if (new Set(characters).size === 1) weaknesses.push('one-character-repeated')
  if (isCommon(plain) || isAboutUs(plain)) weaknesses.push('common')
  if (isMostlyAbout(plain, whose)) weaknesses.push('contains-name-or-email')
  return weaknesses
}

/** A common password is still common with digits or punctuation added at its ends. */
function isCommon(plain: string): boolean {
  const core = /[a-z](?:.*[a-z])?/is.exec(plain)?.[0] ?? ''
  return commonPasswords.has(plain) || commonPasswords.has(core)
}

function isAboutUs(plain: string): boolean {
  return plain === PUBLISHED_PASSWORD || isMostly(plain, CONTEXT_WORDS)
}

/** Whether a password is mostly the person's name or email address. */
function isMostlyAbout(
  plain: string,
  { fullName, email }: { fullName: string; email: string },
): boolean {
  const parts = [email, ...email.split(/[@.+_-]/), ...fullName.split(/\s+/)]
    .map((part) => part.normalize('NFKC').toLowerCase())
    .filter((part) => part.length >= MIN_COMPARED_LENGTH)
    .sort((a, b) => b.length - a.length)
  return isMostly(plain, parts)
}

/** Whether too little remains once these words are removed. */
function isMostly(plain: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain)
  return rest !== plain && [...rest].length < MIN_PASSWORD_LENGTH
}
