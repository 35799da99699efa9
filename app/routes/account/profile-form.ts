import * as z from 'zod'
import { fullName } from '#app/routes/auth/auth-forms.ts'

/** One line that may stay empty: null then. */
function line(longest: number, tooLong: string) {
  return z
    .string()
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim() || null)
    .refine((text) => text === null || [...text].length <= longest, tooLong)
}

const phone = line(40, 'Please enter a phone number.').refine(
  (text) => text === null || /^\+?[\d\s().\-/]*\d[\d\s().\-/]*(x\d+)?$/i.test(text),
  'Please enter a phone number, with digits only.',
)

/** Taken as people write it: with or without the @, or as an address. */
const instagramHandle = z
  .string()
  .transform((text) => text.trim().replace(/^(https?:\/\/)?(www\.)?instagram\.com\/|^@/i, ''))
  .transform((text) => text.replace(/\/.*$/, '') || null)
  .refine(
    (handle) => handle === null || /^[\w.]{1,30}$/.test(handle),
    'Please enter an Instagram name: letters, digits, dots and underscores.',
  )

export const profileForm = z.object({
  full_name: fullName,
  phone,
  city: line(80, 'Please keep the city to 80 characters.'),
  state: line(80, 'Please keep the state to 80 characters.'),
  instagram_handle: instagramHandle,
})
