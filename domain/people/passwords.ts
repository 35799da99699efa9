import { commonPasswords } from './common-passwords.ts'

export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 128

export type PasswordWeakness =
  | 'too short'
  | 'too long'
  | 'common'
  | 'one character repeated'
  | 'contains your name or e-mail'

/** Shorter parts of a name ("Al", "Jo") are in too many good passwords. */
const SHORTEST_TELLING_PART = 4

/**
 * Everything that speaks against a password, nothing if it will do. Lengths count characters as
 * people do, not code units. Reasons are shown at sign-up (shopper §5, §8).
 */
export function passwordWeaknesses(
  password: string,
  whose: { readonly fullName: string; readonly email: string },
): PasswordWeakness[] {
  const characters = [...password.normalize('NFKC')]
  const plain = password.normalize('NFKC').toLowerCase()
  const weaknesses: PasswordWeakness[] = []
  if (characters.length < SHORTEST_PASSWORD) weaknesses.push('too short')
  if (characters.length > LONGEST_PASSWORD) weaknesses.push('too long')
  if (new Set(characters).size === 1) weaknesses.push('one character repeated')
  if (isCommon(plain)) weaknesses.push('common')
  if (isMostlyAbout(plain, whose)) weaknesses.push('contains your name or e-mail')
  return weaknesses
}

/** A common password stays one with digits or marks put at its ends. */
function isCommon(plain: string): boolean {
  const core = plain.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  return commonPasswords.has(plain) || commonPasswords.has(core)
}

/** What is left when the name and the address are taken out has to stand on its own. */
function isMostlyAbout(
  plain: string,
  { fullName, email }: { fullName: string; email: string },
): boolean {
  const parts = [email, ...email.split(/[@.+_-]/), ...fullName.split(/\s+/)]
    .map((part) => part.normalize('NFKC').toLowerCase())
    .filter((part) => part.length >= SHORTEST_TELLING_PART)
    .sort((a, b) => b.length - a.length)
  const rest = parts.reduce((left, part) => left.replaceAll(part, ''), plain)
  return rest !== plain && [...rest].length < SHORTEST_PASSWORD
}
