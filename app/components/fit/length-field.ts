import { line } from '#app/forms/text-fields.ts'
import { CM_PER_INCH } from './length-words.ts'

type Lengths = {
  /** Centimetres. */
  readonly min: number
  readonly max: number
  /** The smallest part of a centimetre that is stored. */
  readonly step: 1 | 0.1
}

/**
 * An optional length: centimetres, or inches if the text says so, as in '34.5 in'. The value is in
 * centimetres; null when empty.
 */
export function lengthField({ min, max, step }: Lengths) {
  const wrong = `Please enter ${min} to ${max} centimeters, or inches such as 34.5 in.`
  return line({ maxLength: 20 })
    .transform((text) => (text === '' ? null : centimetresIn(text)))
    .refine((cm) => cm === null || (cm >= min && cm <= max), wrong)
    .transform((cm) => (cm === null ? null : Math.round(cm / step) / Math.round(1 / step)))
}

/** NaN when the text is not a length. */
function centimetresIn(text: string): number {
  const [, digits, unit = 'cm'] = /^(\d{1,3}(?:[.,]\d{1,2})?) ?(cm|in|")?$/i.exec(text) ?? []
  const length = digits === undefined ? Number.NaN : Number(digits.replace(',', '.'))
  return unit.toLowerCase() === 'cm' ? length : length * CM_PER_INCH
}
