import * as z from 'zod'
import { showNumber } from '#domain/shared/credits.ts'
import { type PlatformNumbers, platformNumbers } from '#domain/site/settings/platform-numbers.ts'
import { wholeNumber } from './text-fields.ts'

/** The labels of the fields: typed in dollars where the setting is in cents. */
export const NUMBER_LABELS = {
  high_value_cents: 'High-value threshold (dollars)',
  high_value_rentals: 'Completed rentals required',
  gift_months: 'Months until gift credits expire',
} as const

export const NEVER_EXPIRE = 'Never expire'

export const NUMBERS_NOT_SAVED = 'Error updating settings. Please try again.'

export type NumberKey = keyof PlatformNumbers

/** How a number is typed, in the unit of its field. */
export function typedNumber(key: NumberKey, stored: number): number {
  return key === 'high_value_cents' ? stored / 100 : stored
}

/** A number as its field shows it; for gifts that never expire, the words of that choice. */
export function numberInWords(key: NumberKey, stored: number | null): string {
  return stored === null ? NEVER_EXPIRE : showNumber(typedNumber(key, stored))
}

/** The bounds of a field, in its unit. */
export function boundsOf(key: NumberKey): { readonly min: number; readonly max: number } {
  const { min, max } = platformNumbers[key]
  return { min: typedNumber(key, min), max: typedNumber(key, max) }
}

function field(key: NumberKey, unit: string) {
  const { min, max } = boundsOf(key)
  const wrong = `Enter a whole number of ${unit} from ${min} to ${showNumber(max)}.`
  return wholeNumber({ min, max, wrong })
}

/** The schema of the posted numbers; the months are read only where gifts expire. */
export function numbersForm(form: FormData) {
  const never = form.get('gift_expiry') === 'never'
  return z.object({
    high_value_cents: field('high_value_cents', 'dollars').transform((dollars) => dollars * 100),
    high_value_rentals: field('high_value_rentals', 'rentals'),
    gift_months: never ? z.unknown().transform(() => null) : field('gift_months', 'months'),
  })
}
