import * as z from 'zod'
import type { LengthSchema } from '#app/components/fit/length-form.ts'
import { type Stretch, stretches } from '#db/enums.ts'
import { itemRanges } from '#domain/accounts/sizes/lengths.ts'
import type { Measurements } from '#domain/accounts/sizes/should-fit.ts'

/** As part of the form of an item: without them, its measurements stay as they are. */
export const optionalMeasurements = (length: LengthSchema) => ({
  stretch: z.enum(['', ...stretches], 'Please choose how much it stretches.').optional(),
  bust: length('bust', itemRanges.bust).optional(),
  waist: length('waist', itemRanges.waist).optional(),
  hips: length('hips', itemRanges.hips).optional(),
  length: length('length', itemRanges.length).optional(),
})

type Fields = {
  readonly stretch?: Stretch | '' | undefined
} & {
  readonly [Name in 'bust' | 'waist' | 'hips' | 'length']?: number | null | undefined
}

/** Undefined for a form that does not have all of the fields. */
export function measurementsIn(fields: Fields): Measurements | undefined {
  const { stretch, bust, waist, hips, length } = fields
  if (stretch === undefined || bust === undefined || waist === undefined) return undefined
  if (hips === undefined || length === undefined) return undefined
  const around = { bustCm: bust, waistCm: waist, hipsCm: hips }
  return { stretch: stretch || null, ...around, lengthCm: length }
}
