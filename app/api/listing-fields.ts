import * as z from 'zod'
import { emptyIsNull, line, lines, sku } from '#app/forms/text-fields.ts'
import { stretches } from '#db/enums.ts'
import type { ListingDetails } from '#domain/catalogue/items/fields/item-details.ts'
import { choicesIn } from '#domain/catalogue/items/fields/item-fields.ts'
import {
  businessEventTypes,
  businessStyles,
  sizes,
} from '#domain/catalogue/items/fields/item-words.ts'
import { MAX_MORE_PHOTOS } from '#domain/catalogue/items/fields/photo-limits.ts'
import { MAX_CREDITS_PER_WEEK } from '#domain/catalogue/items/listing/price-change.ts'
import { MAX_TURNAROUND_DAYS } from '#domain/catalogue/items/listing/turnaround.ts'
import { shownChoices } from './items.ts'
import { address, body, cents } from './schema.ts'

const aroundTheItem = z.number().min(30).max(250).multipleOf(0.1).nullable()

/** The fields of an item, with the rules of its form. */
const fields = {
  title: line({ maxLength: 120, missing: 'Please enter a title.' }),
  sku: sku()
    .transform(emptyIsNull)
    .nullable()
    .describe('Your own code for it, unique among your items.'),
  description: lines({ maxLength: 4000 }),
  size: z.enum(sizes),
  style: z.enum(businessStyles),
  event_type: z.enum(businessEventTypes),
  credits_per_week: z.int().min(0).max(MAX_CREDITS_PER_WEEK),
  ...shownChoices,
  replacement_value_cents: cents
    .min(100)
    .max(10_000_000)
    .multipleOf(100, 'Please give whole dollars, such as 45000 for $450.')
    .nullable()
    .describe('Whole dollars, in US cents.'),
  fit_returns: z.boolean().describe('It can be sent back if it does not fit.'),
  advance_booking: z.boolean().describe('It can be booked ahead while it is rented.'),
  turnaround_days: z.int().min(0).max(MAX_TURNAROUND_DAYS).describe('Days between rentals.'),
  measurements: z
    .strictObject({
      stretch: z.enum(stretches).nullable(),
      bust_cm: aroundTheItem,
      waist_cm: aroundTheItem,
      hips_cm: aroundTheItem,
      length_cm: z.number().min(10).max(250).multipleOf(0.1).nullable(),
    })
    .nullable()
    .describe('In centimeters with at most one decimal, as the item is worn.'),
}

const { title, size, style, event_type, credits_per_week, ...optional } = fields

export const newListing = body('NewListing', {
  ...{ title, size, style, event_type, credits_per_week },
  ...z.object(optional).partial().shape,
})

export const changedListing = body('ChangedListing', {
  ...z.object(fields).partial().shape,
  photo_urls: z
    .array(address)
    .min(1)
    .max(1 + MAX_MORE_PHOTOS)
    .optional()
    .describe('Photos of the item in a new order. Those that are left out are removed.'),
})

type Given = z.output<typeof changedListing>

/** The values of an item before those of the request are applied. */
type Present = Omit<ListingDetails, 'imageId' | 'photoIds' | 'measurements' | 'brandId'>

/** The item with the given values in place of its present ones. */
export function detailsWith(present: Present, given: Given): Omit<ListingDetails, 'imageId'> {
  const lending = present.lending ?? { advanceBooking: false, turnaroundDays: 0 }
  const { measurements } = given
  return {
    ...present,
    title: given.title ?? present.title,
    description: given.description ?? present.description,
    size: given.size ?? present.size,
    style: given.style ?? present.style,
    eventType: given.event_type ?? present.eventType,
    creditsPerWeek: given.credits_per_week ?? present.creditsPerWeek,
    ...(given.sku !== undefined && { sku: given.sku }),
    ...choicesIn(given),
    ...(given.replacement_value_cents !== undefined && {
      replacementValueCents: given.replacement_value_cents,
    }),
    ...(given.fit_returns !== undefined && { fitReturns: given.fit_returns }),
    lending: {
      advanceBooking: given.advance_booking ?? lending.advanceBooking,
      turnaroundDays: given.turnaround_days ?? lending.turnaroundDays,
    },
    ...(measurements !== undefined && {
      measurements: measurements && {
        stretch: measurements.stretch,
        bustCm: measurements.bust_cm,
        waistCm: measurements.waist_cm,
        hipsCm: measurements.hips_cm,
        lengthCm: measurements.length_cm,
      },
    }),
  }
}
