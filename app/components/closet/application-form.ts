import * as z from 'zod'
import { fullName, instagramName, lines, phone } from '#app/forms/text-fields.ts'
import { drivingDistances } from '#db/enums.ts'
import { MAX_OUTFIT_PHOTOS } from '#domain/accounts/closets/outfit-photos.ts'
import { parseId } from '#domain/shared/ids.ts'

/** Ids of stored images; several fields of one name are joined by commas. */
const outfitImages = z
  .string('Please add at least one outfit photo.')
  .max(10_000, { error: 'Please add your photos again.', abort: true })
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .refine((ids) => ids.length > 0, 'Please add at least one outfit photo.')
  .refine(
    (ids) => ids.length <= MAX_OUTFIT_PHOTOS,
    `Please choose at most ${MAX_OUTFIT_PHOTOS} photos.`,
  )
  .refine((ids) => ids.every((id) => parseId(id)), 'Please add your photos again.')

/** The application for a business account: every field is required (spec 11.1). */
export const applicationForm = z.object({
  full_name: fullName,
  city: z
    .string('Please select a valid city')
    .refine((id) => parseId(id) !== null, 'Please select a valid city'),
  instagram: instagramName('Please enter your Instagram username.'),
  outfit_images: outfitImages,
  driving_distance: z.enum(drivingDistances, 'Please choose a driving distance.'),
  meeting_flexibility: lines({
    maxLength: 2000,
    missing: 'Please tell us when and where you can meet.',
  }),
  contact_phone: phone('Please enter a phone number.'),
})
