import { line } from '#app/forms/text-fields.ts'
import { shortDollars } from '#domain/shared/cents.ts'

export const MAX_REPLACEMENT_DOLLARS = 100_000

const WRONG = `Please enter a whole number of dollars from 1 to ${MAX_REPLACEMENT_DOLLARS.toLocaleString('en-US')}.`

/** Typed in dollars, read in cents; null when empty. A form without the field changes nothing. */
export const optionalReplacementValue = line({ maxLength: 20 })
  .refine((text) => /^\d{0,9}$/.test(text), { error: WRONG, abort: true })
  .transform((text) => (text === '' ? null : Number(text) * 100))
  .refine(
    (cents) => cents === null || (cents >= 100 && cents <= MAX_REPLACEMENT_DOLLARS * 100),
    WRONG,
  )
  .optional()

/** For the field of the form, which takes whole dollars; an earlier version of the API took cents. */
export function replacementDollars(cents: number | null | undefined): string {
  return cents ? String(Math.round(cents / 100)) : ''
}

/** For comparing what two people have saved. */
export function replacementInWords(cents: number | null | undefined): string {
  return cents ? shortDollars(cents) : ''
}
