import * as z from 'zod'
import { type LengthSchema, lengthsOfFile } from '#app/components/fit/length-form.ts'
import { emptyIsNull, line, lines, sku } from '#app/forms/text-fields.ts'
import { eachChoice } from '#domain/catalogue/items/fields/item-fields.ts'
import {
  adminEventTypes,
  adminStyles,
  businessEventTypes,
  businessStyles,
  MAX_TITLE,
  sizes,
} from '#domain/catalogue/items/fields/item-words.ts'
import { MAX_CREDITS_PER_WEEK } from '#domain/catalogue/items/listing/price-change.ts'
import { parseId } from '#domain/shared/ids.ts'
import { optionalFitReturns } from './fit-returns-form.ts'
import { optionalLending } from './lending-form.ts'
import { optionalMeasurements } from './measurement-form.ts'
import { optionalReplacementValue } from './replacement-value.ts'

/** Who fills in the form: the two kinds of listers choose from different words (spec 3.3). */
export type ListerKind = 'closet' | 'admin'

export const wordsFor = {
  closet: { styles: businessStyles, eventTypes: businessEventTypes, minPerWeek: 0 },
  admin: { styles: adminStyles, eventTypes: adminEventTypes, minPerWeek: 1 },
} as const

const MISSING_IMAGE = 'Please upload and crop an image for your clothing item.'

/** A list of ids; invalid ones are dropped. Without the field the photos stay as they are. */
const morePhotos = z
  .string()
  .optional()
  .transform((text) => text?.split(',').filter((id) => parseId(id) !== null))

export function creditsPerWeekField(kind: ListerKind) {
  const { minPerWeek } = wordsFor[kind]
  return line({ maxLength: 20, missing: 'Please enter the credits per week.' })
    .refine(
      (text) => /^\d{1,9}$/.test(text),
      `Please enter a whole number from ${minPerWeek} to ${MAX_CREDITS_PER_WEEK.toLocaleString('en-US')}.`,
    )
    .transform(Number)
    .refine(
      (credits) => !(credits < minPerWeek),
      `Please enter at least ${minPerWeek} credit${minPerWeek === 1 ? '' : 's'} per week.`,
    )
    .refine(
      (credits) => !(credits > MAX_CREDITS_PER_WEEK),
      `Please enter at most ${MAX_CREDITS_PER_WEEK.toLocaleString('en-US')} credits per week.`,
    )
}

/** Words that the item may keep, although only the other kind of lister can choose them. */
export type OwnWords = { readonly style: string; readonly eventType: string }

/**
 * The form of an item, with every rule of spec 11.3.
 * @param length how lengths are read
 */
export function itemForm(
  kind: ListerKind,
  own: OwnWords | null = null,
  length: LengthSchema = lengthsOfFile,
) {
  const styles: readonly string[] = [...wordsFor[kind].styles, ...(own ? [own.style] : [])]
  const eventTypes: readonly string[] = [
    ...wordsFor[kind].eventTypes,
    ...(own ? [own.eventType] : []),
  ]
  return z.object({
    sku: sku().transform(emptyIsNull).optional(),
    title: line({ maxLength: MAX_TITLE, missing: 'Please enter a title.' }),
    description: lines({ maxLength: 4000 }).default(''),
    size: z.enum(sizes, 'Please choose a size.'),
    style: z.enum(styles, 'Please choose a style.'),
    event_type: z.enum(eventTypes, 'Please choose an event type.'),
    ...eachChoice(({ values, one }) => z.enum(['', ...values], `Please choose ${one}.`).optional()),
    credits_per_week: creditsPerWeekField(kind),
    replacement_value: optionalReplacementValue,
    ...optionalFitReturns,
    ...optionalLending,
    ...optionalMeasurements(length),
    more_photos: morePhotos,
    image_id: z
      .string(MISSING_IMAGE)
      .refine((text) => parseId(text.split(',').at(-1)) !== null, MISSING_IMAGE)
      // A newly chosen photo follows the existing one.
      .transform((text) => text.split(',').at(-1) ?? ''),
  })
}
