import * as z from 'zod'

// The text fields of forms. Each refuses what is far too long before anything else looks at it, so
// that no pattern ever runs over more than a few thousand characters.

export type TextRules = {
  /** The most characters, as people count them. */
  readonly longest: number
  /** What to say where the field is missing or empty; without it the field may stay empty. */
  readonly missing?: string
}

/** Blanks around a text do not count, but there is an end to them too. */
const MOST_BLANKS = 1000

function bounded({ longest, missing }: TextRules, clean: (text: string) => string) {
  const tooLong = { error: tooLongText(longest), abort: true }
  return z
    .string(missing)
    .max(2 * longest + MOST_BLANKS, tooLong)
    .transform(clean)
    .refine((text) => missing === undefined || text !== '', { error: missing, abort: true })
    .refine((text) => [...text].length <= longest, tooLong)
}

/** 'Please use 2,000 characters or fewer.' */
function tooLongText(longest: number): string {
  return `Please use ${longest.toLocaleString('en-US')} characters or fewer.`
}

/** One line: line breaks, other control characters and repeated blanks become one blank. */
export function line(rules: TextRules) {
  return bounded(rules, (text) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim())
}

/** Several lines: only breaks and tabs are kept of all control characters. */
export function lines(rules: TextRules) {
  return bounded(rules, (text) =>
    text
      .replaceAll('\r\n', '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .trim(),
  )
}

export const emptyIsNull = (text: string) => text || null

/** Any script and any marks. */
export const fullName = line({ longest: 120, missing: 'Please enter your full name.' })

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
