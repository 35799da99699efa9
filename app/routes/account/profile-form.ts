import * as z from 'zod'
import {
  emptyIsNull,
  fullName,
  instagramName,
  line,
  lines,
  phone,
  zipCode,
} from '#app/forms/text-fields.ts'
import { automaticAcceptances, drivingDistances } from '#db/enums.ts'
import { MAX_NOTICE_DAYS } from '#domain/accounts/people/notice.ts'

const publicProfile = {
  full_name: fullName,
  phone: phone().transform(emptyIsNull),
  city: line({ maxLength: 80 }).transform(emptyIsNull),
  state: line({ maxLength: 80 }).transform(emptyIsNull),
  instagram_handle: instagramName().transform(emptyIsNull),
  // A form from before there were ZIP codes does not change it.
  zip: zipCode().transform(emptyIsNull).optional(),
}

/**
 * The delivery details for a person's rentals. A form without these fields does not change them.
 */
const deliveryFields = {
  delivery_address: lines({ maxLength: 500 }).transform(emptyIsNull).optional(),
  delivery_notes: lines({ maxLength: 1000 }).transform(emptyIsNull).optional(),
}

export const profileForm = z.object({ ...publicProfile, ...deliveryFields })

const checkbox = z.string().optional()

/** A closet's profile (spec 11.2), with what shoppers want to know before they rent. */
export const closetProfileForm = z
  .object({
    ...publicProfile,
    driving_distance: z
      .enum(['', ...drivingDistances], 'Please select how far you deliver.')
      .transform((distance) => distance || null)
      .optional(),
    notice_days: z.coerce
      .number('Please select how much notice you need.')
      .int('Please select how much notice you need.')
      .min(0, 'Please select how much notice you need.')
      .max(MAX_NOTICE_DAYS, `The notice can be ${MAX_NOTICE_DAYS} days at most.`)
      .optional(),
    accepts_automatically: z
      .enum(automaticAcceptances, 'Please select whose requests you accept automatically.')
      .optional(),
    /** Sent by forms that have the checkboxes. */
    ways: z.string().optional(),
    delivers: checkbox,
    offers_pickup: checkbox,
    ships: checkbox,
  })
  .refine(
    ({ ways, delivers, offers_pickup, ships }) => !ways || delivers || offers_pickup || ships,
    {
      path: ['ways'],
      error: 'Please choose at least one way.',
    },
  )
