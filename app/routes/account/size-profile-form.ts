import * as z from 'zod'
import { lengthField } from '#app/components/fit/length-field.ts'
import { usualSizes } from '#db/enums.ts'
import type { SizeProfile } from '#domain/accounts/sizes/sizes.ts'

const aroundTheBody = lengthField({ min: 40, max: 200, step: 1 })

/** The form of a size profile: every field is optional. */
export const sizeProfileForm = z
  .object({
    usual_size: z.enum(['', ...usualSizes], 'Please choose a size.').default(''),
    height: lengthField({ min: 100, max: 250, step: 1 }),
    bust: aroundTheBody,
    waist: aroundTheBody,
    hips: aroundTheBody,
  })
  .transform(
    ({ usual_size, height, bust, waist, hips }): SizeProfile => ({
      usualSize: usual_size || null,
      heightCm: height,
      bustCm: bust,
      waistCm: waist,
      hipsCm: hips,
    }),
  )
