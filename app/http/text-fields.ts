import * as z from 'zod'
import { LONGEST_PASSWORD } from '#domain/people/password-length.ts'
import { oneLine, severalLines } from '#domain/shared/plain-text.ts'

// The text fields of forms. Each refuses what is far too long before anything else looks at it, so
// that no pattern ever runs over more than a few thousand characters.

export type TextRules = {
  /** The most characters, as people count them; blanks around the text do not count. */
  readonly longest: number
  /** What to say where the field is missing or empty; without it the field may stay empty. */
  readonly missing?: string
}

/** Blanks around a text do not count, but there is an end to them too. */
const MAX_BLANKS = 1000

function bounded({ longest, missing }: TextRules, clean: (text: string) => string) {
  const tooLong = { error: tooLongText(longest), abort: true }
  return z
    .string(missing)
    .max(2 * longest + MAX_BLANKS, tooLong)
    .transform(clean)
    .refine((text) => missing === undefined || text !== '', { error: missing, abort: true })
    .refine((text) => [...text].length <= longest, tooLong)
}

/** 'Please use 2,000 characters or fewer.' */
function tooLongText(longest: number): string {
  return `Please use ${longest.toLocaleString('en-US')} characters or fewer.`
}

export const line = (rules: TextRules) => bounded(rules, oneLine)

export const lines = (rules: TextRules) => bounded(rules, severalLines)

export const emptyIsNull = (text: string) => text || null

/** Any script and any marks. */
export const fullName = line({ longest: 120, missing: 'Please enter your full name.' })

const INVALID_EMAIL = 'Please enter a valid email address.'
const LONGEST_EMAIL = 254

export const validEmail = z.email(INVALID_EMAIL).max(LONGEST_EMAIL)

/** One's own address, in lower case. */
export const email = z
  .string('Please enter your email address.')
  .trim()
  .toLowerCase()
  .min(1, 'Please enter your email address.')
  .max(LONGEST_EMAIL, { error: INVALID_EMAIL, abort: true })
  .pipe(z.email(INVALID_EMAIL))

export const PASSWORD_TOO_LONG = `Use at most ${LONGEST_PASSWORD} characters.`

/** Longer than any password that we take, and short enough to be looked at. */
const MAX_PASSWORD_INPUT = 1000

/** A password as it is typed: never trimmed, never changed. */
export const typedPassword = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .max(MAX_PASSWORD_INPUT, { error: PASSWORD_TOO_LONG, abort: true })

const INVALID_CODE = 'Please enter a valid code.'

/** A code of the second factor, which only those have to give who have one. */
export const optionalCode = z.string().max(200, { error: INVALID_CODE, abort: true }).default('')

export const neededCode = z
  .string('Please enter the code.')
  .max(200, { error: INVALID_CODE, abort: true })
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => text !== '', 'Please enter the code.')
  .refine((text) => text.length <= 40, INVALID_CODE)

const LEAST_DIGITS = 7

/** A phone number as people write it: at least seven digits, marks between them, an extension. */
export function phone(missing?: string) {
  return line(missing === undefined ? { longest: 40 } : { longest: 40, missing }).refine(
    (text) => text === '' || (hasDigits(text) && /^\+?[\d\s().\-/]+(x\d+)?$/i.test(text)),
    'Please enter a valid phone number.',
  )
}

function hasDigits(text: string): boolean {
  return text.replace(/x.*$/i, '').replace(/\D/g, '').length >= LEAST_DIGITS
}

/** Taken as people write it: with or without the @, or as an address. */
export function instagramName(missing?: string) {
  return line(missing === undefined ? { longest: 200 } : { longest: 200, missing })
    .transform((text) => text.replace(/^(https?:\/\/)?(www\.)?instagram\.com\/|^@/i, ''))
    .transform((text) => text.slice(0, endOfName(text)))
    .refine(
      (name) => name === '' || /^[\w.]{1,30}$/.test(name),
      'Please enter a valid Instagram username.',
    )
}

function endOfName(text: string): number {
  const ends = [text.indexOf('/'), text.indexOf('?')].filter((at) => at !== -1)
  return Math.min(text.length, ...ends)
}
