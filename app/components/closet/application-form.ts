import * as z from 'zod'
import { drivingDistances } from '#db/enums.ts'
import { MOST_OUTFIT_PHOTOS } from '#domain/closets/outfit-photos.ts'
import { parseId } from '#domain/shared/ids.ts'

function line(missing: string, longest = 120) {
  return z
    .string(missing)
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .refine((text) => text !== '', missing)
    .refine((text) => [...text].length <= longest, `Please keep this to ${longest} characters.`)
}

/** Ids of stored pictures, as a form with several fields of one name sends them: joined by commas. */
const outfitImages = z
  .string('Please add at least one outfit photo.')
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .refine((ids) => ids.length > 0, 'Please add at least one outfit photo.')
  .refine(
    (ids) => ids.length <= MOST_OUTFIT_PHOTOS,
    `Please choose at most ${MOST_OUTFIT_PHOTOS} photos.`,
  )
  .refine((ids) => ids.every((id) => parseId(id)), 'Please add your photos again.')

const handle = line('Please enter your Instagram name.', 80)
  .transform((text) => text.replace(/^(https?:\/\/)?(www\.)?instagram\.com\/|^@/i, ''))
  .transform((text) => text.replace(/[/?].*$/, ''))
  .refine(
    (name) => name === '' || /^[\w.]{1,30}$/.test(name),
    'Please enter an Instagram name: letters, digits, dots and underscores.',
  )

/** The application for a business account: every field is required (business §5). */
export const applicationForm = z.object({
  full_name: line('Please enter your full name.'),
  city: z
    .string('Please select a valid city')
    .refine((id) => parseId(id) !== null, 'Please select a valid city'),
  state: line('Please enter your state.', 40),
  instagram: handle,
  outfit_images: outfitImages,
  driving_distance: z.enum(drivingDistances, 'Please choose how far you drive.'),
  meeting_flexibility: z
    .string('Please tell us when and where you can meet.')
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'Please tell us when and where you can meet.')
    .refine((text) => [...text].length <= 2000, 'Please keep this to 2,000 characters.'),
  contact_phone: line('Please enter a phone number.', 40).refine(
    (text) => text === '' || /^\+?[\d\s().\-/]*\d[\d\s().\-/]*(x\d+)?$/i.test(text),
    'Please enter a phone number, with digits only.',
  ),
})
