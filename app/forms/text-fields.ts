import * as z from 'zod'
import { MAX_PASSWORD_LENGTH } from '#domain/accounts/sign-in/password-length.ts'
import { cleanSku, MAX_SKU } from '#domain/catalogue/items/listing/item-sku.ts'
import { canBeSeen, oneLine, severalLines } from '#domain/shared/plain-text.ts'

// In the browser it would otherwise try `eval`, which our pages forbid, and their policy report it.
if (typeof document !== 'undefined') z.config({ jitless: true })

// The text fields of forms. Each one refuses overlong input first, so that no pattern ever runs
// over more than a few thousand characters.

export type TextRules = {
  /** The maximum number of characters, as people count them, without surrounding blanks. */
  readonly maxLength: number
  /** The message when the field is missing or empty; without it the field is optional. */
  readonly missing?: string
}

/** Surrounding blanks do not count, but their number is limited too. */
const MAX_BLANKS = 1000

function bounded({ maxLength, missing }: TextRules, clean: (text: string) => string) {
  const tooLong = { error: tooLongText(maxLength), abort: true }
  return z
    .string(missing)
    .max(2 * maxLength + MAX_BLANKS, tooLong)
    .transform(clean)
    .transform((text) => (canBeSeen(text) ? text : ''))
    .refine((text) => missing === undefined || text !== '', { error: missing, abort: true })
    .refine((text) => [...text].length <= maxLength, tooLong)
}

/** 'Please keep it to 2,000 characters.' */
export function tooLongText(maxLength: number): string {
  return `Please keep it to ${maxLength.toLocaleString('en-US')} characters.`
}

export const line = (rules: TextRules) => bounded(rules, oneLine)

export const lines = (rules: TextRules) => bounded(rules, severalLines)

/** The SKU of an item; with `missing` it is required. */
export const sku = (missing?: string) =>
  bounded({ maxLength: MAX_SKU, ...(missing !== undefined && { missing }) }, cleanSku)

/** A whole number from `min` to `max`; `wrong` says so. */
export function wholeNumber({ min, max, wrong }: { min: number; max: number; wrong: string }) {
  return line({ maxLength: 20, missing: wrong })
    .refine((text) => /^\d{1,9}$/.test(text), { error: wrong, abort: true })
    .transform(Number)
    .refine((number) => number >= min && number <= max, wrong)
}

/** A ZIP code in the form in which it is stored: '02116' of '02116-1234'; '' without one. */
export const zipCode = (missing?: string) =>
  line({ maxLength: 20, ...(missing !== undefined && { missing }) })
    .refine((text) => /^(\d{5}(-\d{4})?)?$/.test(text), 'Please enter a ZIP code of five digits.')
    .transform((text) => text.slice(0, 5))

export const ZIP_UNKNOWN = 'We do not know this ZIP code.'

export const emptyIsNull = (text: string) => text || null

const NAME_MISSING = 'Please enter your full name.'

/** Any script and any marks, with a letter or a number. */
export const fullName = line({ maxLength: 120, missing: NAME_MISSING }).refine(
  (text) => /[\p{L}\p{N}]/u.test(text),
  NAME_MISSING,
)

export const NAME_RESERVED =
  'This name could be taken for Hemline itself. Please use your own name.'

const INVALID_EMAIL = 'Please enter a valid email address.'
const MAX_EMAIL = 254

export const validEmail = z.email(INVALID_EMAIL).max(MAX_EMAIL)

/** An email address, in lower case. */
export const email = z
  .string('Please enter your email address.')
  .trim()
  .toLowerCase()
  .min(1, 'Please enter your email address.')
  .max(MAX_EMAIL, { error: INVALID_EMAIL, abort: true })
  .pipe(z.email(INVALID_EMAIL))

export const PASSWORD_TOO_LONG = `Use at most ${MAX_PASSWORD_LENGTH} characters.`

/** Longer than any password that we accept, and short enough to be checked. */
const MAX_PASSWORD_INPUT = 1000

/** A password as entered: never trimmed or changed. */
export const typedPassword = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .max(MAX_PASSWORD_INPUT, { error: PASSWORD_TOO_LONG, abort: true })

const INVALID_CODE = 'Please enter a valid code.'

/** A code of the second factor, needed only by people who use one. */
export const optionalCode = z.string().max(200, { error: INVALID_CODE, abort: true }).default('')

export const neededCode = z
  .string('Please enter the code.')
  .max(200, { error: INVALID_CODE, abort: true })
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => text !== '', 'Please enter the code.')
  .refine((text) => text.length <= 40, INVALID_CODE)

const MIN_DIGITS = 7

/**
 * A phone number as people write it: at least seven digits, separators, an extension. Dashes and
 * digits of other kinds, as on web pages, become plain ones, and an extension `x12`.
 */
export function phone(missing?: string) {
  return line(missing === undefined ? { maxLength: 40 } : { maxLength: 40, missing })
    .transform((text) =>
      text
        .normalize('NFKC')
        .replace(/[\p{Pd}\u2212]/gu, '-')
        .replace(/[,;]? ?(?:extension|extn?|x|#)[.:]? ?(?=\d{1,6}$)/i, ' x'),
    )
    .refine(
      (text) => text === '' || (hasDigits(text) && /^\+?[\d\s().\-/]+(x\d+)?$/i.test(text)),
      'Please enter a valid phone number, such as (212) 555-0100 or +1 212 555 0100 x12.',
    )
}

function hasDigits(text: string): boolean {
  return (text.split(/x/i, 1)[0] ?? '').replace(/\D/g, '').length >= MIN_DIGITS
}

/** Accepted as people write it: with or without the @, or as an address. */
export function instagramName(missing?: string) {
  return line(missing === undefined ? { maxLength: 200 } : { maxLength: 200, missing })
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
